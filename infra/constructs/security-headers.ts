import { ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

const YEAR = Duration.days(365);

/**
 * Headers that CloudFront adds to every response that does not have them, its own errors and those of API Gateway
 * included: browsers use https only for a year (RFC 6797), and take a body for no other type than the declared one.
 */
export function securityHeaders(scope: Construct): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'SecurityHeaders', {
    comment: 'HTTPS only, and no guessed content types',
    securityHeadersBehavior: {
      strictTransportSecurity: { accessControlMaxAge: YEAR, includeSubdomains: true, override: false },
      contentTypeOptions: { override: false },
    },
  });
}
