import { Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Findings of cdk-nag that stand, each with the reason why. Anything else that it finds fails the synth of a
 * stage that is deployed.
 */
export const SUPPRESSIONS = {
  observation: {
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'Setting up the delivery of logs, and writing traces, are actions that AWS lets nobody restrict to a resource.',
  },
  ownAuthentication: {
    id: 'AwsSolutions-APIG4',
    reason:
      'Every function finds its caller itself, by API key or session, and answers 401 in the one envelope with the headers of the rate limit, which an authorizer could not.',
  },
  anyCountry: { id: 'AwsSolutions-CFR1', reason: 'Organizations have members in every country.' },
  noEdgeLog: {
    id: 'AwsSolutions-CFR3',
    reason:
      'The log would hold query strings, and with them tokens of links. Nothing is answered from the cache, so the access log of the API, which has none, sees every request.',
  },
  edgeCertificate: {
    id: 'AwsSolutions-CFR4',
    reason:
      "CloudFront's own name comes with CloudFront's own policy; a stage with a domain asks for TLS 1.2.",
  },
  noBucketLog: {
    id: 'AwsSolutions-S1',
    reason:
      'The log would hold the addresses of presigned links, which open the photos. Who may reach the bucket at all is in the roles: nothing is public.',
  },
  ownRotation: {
    id: 'AwsSolutions-SMG4',
    reason:
      "The key is rotated by a schedule of the service's own: the former one has to live on for the links that it has signed.",
  },
} as const;

/** Accepts a finding for a construct and what is below it. */
export function suppressNag(construct: IConstruct, finding: keyof typeof SUPPRESSIONS): void {
  Validations.of(construct).acknowledge(SUPPRESSIONS[finding]);
}
