import { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppressNag } from './nag-suppressions.ts';
import { QUEUE_DEFAULTS } from './queue-settings.ts';

/** The queue to which Lambda sends the place of stream records that it has given up, without the records. */
export class FailedRecords extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', QUEUE_DEFAULTS);
    suppressNag(this.queue, 'operatorQueue');
    new CfnOutput(Stack.of(this), `${id}QueueUrl`, { value: this.queue.queueUrl });
  }
}
