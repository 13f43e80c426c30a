import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';

/** Settings of every queue: encryption at rest and in transit, and the longest retention that SQS supports. */
export const QUEUE_DEFAULTS = {
  retentionPeriod: Duration.days(14),
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
};
