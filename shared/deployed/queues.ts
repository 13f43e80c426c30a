import { SQSClient } from '@aws-sdk/client-sqs';
import { type QueueName, Queues } from '../events/queues.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { systemClock } from '../platform/clock.ts';
import { type EnvironmentName, environment } from '../platform/environment.ts';
import { ReceivedMessages } from '../queue/received-messages.ts';

const URL_VARIABLES: Readonly<Record<QueueName, EnvironmentName>> = {
  models: 'MODELS_QUEUE_URL',
  cleanup: 'CLEANUP_QUEUE_URL',
  deliveries: 'DELIVERIES_QUEUE_URL',
  timers: 'TIMERS_QUEUE_URL',
  mail: 'MAIL_QUEUE_URL',
};

let client: SQSClient | undefined;

/** The SQS client of an execution environment. */
export function deployedSqsClient(): SQSClient {
  client ??= new SQSClient(awsClientSettings());
  return client;
}

const queueUrl = (queue: QueueName): string => environment(URL_VARIABLES[queue]);

let queues: Queues | undefined;

/**
 * The queues of a deployed function.
 * @throws on sending to a queue whose permission the contract does not list.
 */
export function deployedQueues(): Queues {
  queues ??= new Queues(deployedSqsClient(), queueUrl, systemClock);
  return queues;
}

/** Lets a consumer change the visibility time-outs of its own queue's messages. */
export function deployedReceivedMessages(queue: QueueName): ReceivedMessages {
  return new ReceivedMessages(deployedSqsClient(), () => queueUrl(queue));
}
