import { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppressNag } from './nag-suppressions.ts';
import { QUEUE_DEFAULTS } from './queue-settings.ts';

/**
 * The queue to which Lambda sends the place of stream records that it has given up. The events themselves stay in the
 * table for 30 days, and `npm run ops -- events republish` publishes them.
 */
export class FailedEvents extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', QUEUE_DEFAULTS);
    suppressNag(this.queue, 'operatorQueue');
    new CfnOutput(Stack.of(this), 'FailedEventsQueueUrl', { value: this.queue.queueUrl });
  }
}
