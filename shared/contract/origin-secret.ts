/** Shows that a request went through CloudFront and its web ACL. CloudFront replaces a viewer's header of this name. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/** The value of ORIGIN_SECRETS in a stage without CloudFront, where every request is accepted. */
export const NO_ORIGIN_SECRETS = 'none';
