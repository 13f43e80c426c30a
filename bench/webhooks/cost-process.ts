import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { startQueuesAndObjects } from '../../local/engines/fauxqs.ts';
import { startReceiver } from '../../local/partner/receiver.ts';
import type { ModelEvent } from '../../shared/contract/events.ts';
import { deliveryPoll } from '../../shared/contract/messages.ts';
import { deployedQueues, deployedSqsClient } from '../../shared/deployed/queues.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { publishEvent } from '../../shared/events/publish.ts';
import { isoTime, MINUTE, systemClock } from '../../shared/platform/clock.ts';
import { environment } from '../../shared/platform/environment.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { keys } from '../../shared/table/keys.ts';
import { Table } from '../../shared/table/table.ts';
import { drainDeliveryQueue } from '../../shared/webhook/deliver.ts';
import { bareTable } from '../../test/support/bare-table.ts';
import { type Cost, costOfEach, Meter, noCost } from './meter.ts';
import { type Change, makeOrganization } from './models.ts';

/** Of one webhook, on average. */
export interface CostResult {
  /** ISO 8601. */
  countedAt: string;
  webhooks: number;
  /** The transaction that changes the model; the event with the webhook's body is one of its items. */
  stateChange: Cost;
  /** From the event in the stream to the recorded success, what Lambda itself calls the queue for included. */
  delivery: Cost;
}

const WEBHOOKS = 20;
const QUEUE = 'deliveries.fifo';
const REGION = 'us-east-1';

/**
 * Takes webhooks one by one through the code that the functions run, on a table and a queue with nothing else
 * going on, and counts what the SDK's clients call. Units are what the engine answers, by DynamoDB's rules.
 */
async function measureCost(): Promise<CostResult> {
  const bare = await bareTable(systemRandomness);
  const queues = await startQueuesAndObjects(REGION);
  const receiver = await startReceiver();
  try {
    queues.createQueue(QUEUE, { FifoQueue: 'true' });
    Object.assign(process.env, {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_ENDPOINT_URL_DYNAMODB: bare.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      DELIVERIES_QUEUE_URL: `${queues.endpoint}/000000000000/${QUEUE}`,
    });
    const meter = new Meter();
    const client = new DynamoDBClient({});
    meter.watchTable(client);
    meter.watchQueue(deployedSqsClient());
    const table = new Table(client, bare.table.name, systemRandomness);
    return await countWebhooks(domainContext(table, systemClock, systemRandomness), meter, receiver.url);
  } finally {
    await receiver.close();
    await queues.stop();
    await bare.stop();
  }
}

async function countWebhooks(context: DomainContext, meter: Meter, receiverUrl: string): Promise<CostResult> {
  const [stateChange, delivery, uncounted] = [noCost(), noCost(), noCost()];
  const [model] = (await makeOrganization(context, receiverUrl, 1)).models;
  if (!model) throw new Error('The organization has no model.');
  // The first webhook of a model finds no queue yet, all others do.
  await takeThrough(context, await eventOf(context, model.created));
  for (let number = 0; number < WEBHOOKS; number++) {
    meter.countInto(stateChange);
    const change = await model.change();
    meter.countInto(uncounted);
    const event = await eventOf(context, change);
    meter.countInto(delivery);
    await takeThrough(context, event);
  }
  return {
    countedAt: isoTime(context.clock.now()),
    webhooks: WEBHOOKS,
    stateChange: costOfEach(stateChange, WEBHOOKS),
    delivery: costOfEach(delivery, WEBHOOKS),
  };
}

/** The event as the stream hands it on: reading streams costs a Lambda nothing. */
async function eventOf(
  context: DomainContext,
  { organizationId, modelId, sequence }: Change,
): Promise<ModelEvent> {
  const event = await context.table.get<ModelEvent>(keys.event(organizationId, modelId, sequence));
  if (!event) throw new Error(`${modelId} has no event ${sequence}.`);
  return event;
}

/** Publishes and delivers, and calls the queue in between as Lambda does. */
async function takeThrough(context: DomainContext, event: ModelEvent): Promise<void> {
  await publishEvent(context.clock, deployedQueues(), event);
  const QueueUrl = environment('DELIVERIES_QUEUE_URL');
  const { Messages } = await deployedSqsClient().send(new ReceiveMessageCommand({ QueueUrl }));
  const [{ Body = '', ReceiptHandle } = {}] = Messages ?? [];
  const settings = { policy: { loopbackAllowed: true }, schedule: [1] };
  const deadline = context.clock.now() + MINUTE;
  const outcome = await drainDeliveryQueue(context, settings, deliveryPoll.parse(JSON.parse(Body)), deadline);
  if (outcome !== 'done') throw new Error(`A webhook of ${event.modelId} was not delivered.`);
  await deployedSqsClient().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
}

// In a process of its own: functions write to standard output what CloudWatch makes metrics of.
process.send?.(await measureCost());
process.disconnect();
