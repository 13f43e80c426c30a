import { Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/** Suppressed rules of cdk-nag, with the reasons. Any other violation fails the synth of a stage on AWS. */
export const SUPPRESSIONS = {
  observation: {
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'AWS does not support resource-level permissions for setting up log delivery and writing traces.',
  },
  ownAuthentication: {
    id: 'AwsSolutions-APIG4',
    reason:
      'Every function authenticates its caller by API key or session. It answers 401 in the error envelope with the rate-limit headers, which an authorizer cannot do.',
  },
  anyCountry: { id: 'AwsSolutions-CFR1', reason: 'Organizations have members in every country.' },
  noEdgeLog: {
    id: 'AwsSolutions-CFR3',
    reason:
      'The log would contain query strings, and query strings of links contain tokens. CloudFront caches nothing, so the access log of the API, which has no query strings, records every request.',
  },
  edgeCertificate: {
    id: 'AwsSolutions-CFR4',
    reason:
      "CloudFront's default domain name has a fixed TLS policy. A stage with its own domain requires TLS 1.2.",
  },
  noBucketLog: {
    id: 'AwsSolutions-S1',
    reason:
      'The log would contain presigned links, which open the photos. The bucket is not public, and IAM roles list all access to it.',
  },
  noTrainingLog: {
    id: 'AwsSolutions-S1',
    reason:
      'The log would keep the names of deleted models. Sessions of two roles reach the bucket, each below the prefix of one model.',
  },
  registryToken: {
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'AWS does not support resource-level permissions for the token of a registry.',
  },
  rotatedByDeployment: {
    id: 'AwsSolutions-SMG4',
    reason:
      'A deployment with a higher originSecretVersion rotates the secret, because CloudFront and the functions take it from their templates.',
  },
  operatorQueue: {
    id: 'AwsSolutions-SQS3',
    reason: 'The queue is a destination of failures itself. Operators empty it, and an alarm watches it.',
  },
  encryptionKey: {
    id: 'AwsSolutions-SMG4',
    reason:
      'Webhook secrets are encrypted under this key, so another value would make them unreadable. Three functions can read it.',
  },
  ownRotation: {
    id: 'AwsSolutions-SMG4',
    reason:
      'A scheduled task of the service rotates the key. It keeps the former key until the links that the key has signed expire.',
  },
  ownKey: {
    id: 'AwsSolutions-SMG4',
    reason:
      'The API key of the check reaches one organization without data of people. `npm run ops -- check set-up` replaces both.',
  },
  providersKeys: {
    id: 'AwsSolutions-SMG4',
    reason:
      'The keys are made and rotated at the providers. `npm run ops -- provider set-key` stores a new one, which functions read within 5 minutes.',
  },
} as const;

/** Suppresses a rule for a construct and its children. */
export function suppressNag(construct: IConstruct, suppression: keyof typeof SUPPRESSIONS): void {
  Validations.of(construct).acknowledge(SUPPRESSIONS[suppression]);
}
