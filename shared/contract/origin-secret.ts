/**
 * The header with which CloudFront shows that a request went through it and its web ACL. CloudFront replaces a header
 * of this name that a viewer sent.
 */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/** The value of ORIGIN_SECRETS in a stage without CloudFront, where every request is accepted. */
export const NO_ORIGIN_SECRETS = 'none';
