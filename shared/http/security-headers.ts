/**
 * Headers of every response. Browsers use https only for a year after one, see RFC 6797, and take a body for no
 * other type than the declared one.
 */
export const SECURITY_HEADERS = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const;
