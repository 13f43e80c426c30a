/**
 * The rules of addresses that get mail, without the validator of contracts: pages apply them as well.
 * RFC 5321 without quoted strings. SES has no SMTPUTF8, so the part before the @ is ASCII.
 */

export const ADDRESS_MAX_LENGTH = 254;
const LOCAL_PART_MAX_LENGTH = 64;
const DOMAIN_MAX_LENGTH = 253;

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that a URL parser would drop, decode or read as the end of a domain. */
const NOT_IN_A_DOMAIN = /[\s\p{Cc}\p{Cf}/\\?#%:@[\]<>()",;]/u;

/** The reasons why SES cannot deliver to an address, each as the end of a sentence. */
const REASONS = {
  form: 'it needs the form name@domain',
  length: `it may have at most ${ADDRESS_MAX_LENGTH} characters`,
  localLength: `it may have at most ${LOCAL_PART_MAX_LENGTH} characters before the @`,
  dots: 'the part before the @ must not begin or end with a dot or contain two in a row',
  localCharacters:
    "the part before the @ may contain ASCII letters, digits, dots and !#$%&'*+/=?^_`{|}~- only",
  domain: 'its domain is not valid',
  noDot: 'its domain needs a dot, as in company.example',
  domainLength: `its domain may have at most ${DOMAIN_MAX_LENGTH} characters`,
  labels: 'each part of its domain needs 1 to 63 letters, digits or hyphens, without a hyphen at either end',
  network: 'its domain is a network address',
} as const;
export type AddressFault = keyof typeof REASONS;

/**
 * The reason why SES cannot deliver to an address, as the end of a sentence; undefined when it can.
 * @param address trimmed and lower-cased
 */
export function undeliverableReason(address: string): string | undefined {
  const fault = addressFault(address);
  return fault && REASONS[fault];
}

/** @param address trimmed and lower-cased */
export function addressFault(address: string): AddressFault | undefined {
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1) return 'form';
  if (address.length > ADDRESS_MAX_LENGTH) return 'length';
  const local = address.slice(0, at);
  if (local.length > LOCAL_PART_MAX_LENGTH) return 'localLength';
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return 'dots';
  if (!LOCAL_PART.test(local)) return 'localCharacters';
  return domainFault(address.slice(at + 1));
}

function domainFault(domain: string): AddressFault | undefined {
  const labels = asciiDomain(domain)?.split('.');
  if (!labels) return 'domain';
  if (labels.length < 2) return 'noDot';
  if (labels.join('.').length > DOMAIN_MAX_LENGTH) return 'domainLength';
  if (!labels.every((label) => LABEL.test(label))) return 'labels';
  if (/^\d+$/.test(labels.at(-1) ?? '')) return 'network';
  return undefined;
}

/** The domain in the form that mail servers use: an international one in Punycode. */
function asciiDomain(domain: string): string | undefined {
  if (NOT_IN_A_DOMAIN.test(domain)) return undefined;
  // A URL parser has rules of its own for names of ASCII, such as 0x7f.1 for a network address.
  if (/^[\x21-\x7e]*$/.test(domain)) return domain;
  return URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : undefined;
}
