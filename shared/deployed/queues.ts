import { SQSClient } from '@aws-sdk/client-sqs';
import { type QueueName, Queues } from '../events/queues.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { systemClock } from '../platform/clock.ts';
import { type EnvironmentName, environment } from '../platform/environment.ts';
import { ReceivedMessages } from '../queue/received-messages.ts';
import { once } from './once.ts';

const URL_VARIABLES: Readonly<Record<QueueName, EnvironmentName>> = {
  models: 'MODELS_QUEUE_URL',
  cleanup: 'CLEANUP_QUEUE_URL',
  deliveries: 'DELIVERIES_QUEUE_URL',
  timers: 'TIMERS_QUEUE_URL',
  mail: 'MAIL_QUEUE_URL',
};

export const deployedSqsClient = once(() => new SQSClient(awsClientSettings()));

const queueUrl = (queue: QueueName): string => environment(URL_VARIABLES[queue]);

/** Sending to a queue whose permission the contract does not list throws. */
export const deployedQueues = once(() => new Queues(deployedSqsClient(), queueUrl, systemClock));

/** Lets a consumer change the visibility time-outs of its own queue's messages. */
export function deployedReceivedMessages(queue: QueueName): ReceivedMessages {
  return new ReceivedMessages(deployedSqsClient(), () => queueUrl(queue));
}
