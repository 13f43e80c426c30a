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
import { webhookSecretKey } from '../../test/support/webhook-secret-key.ts';
import { type Cost, costOfEach, Meter, noCost } from './meter.ts';
import { type Change, makeOrganization } from './models.ts';

/** The average cost of one webhook. */
export interface CostResult {
  /** ISO 8601. */
  countedAt: string;
  webhooks: number;
  /**
   * The transaction that changes the model. One of its items is the event, which contains the webhook's body.
   */
  stateChange: Cost;
  /** From the event in the stream to the recorded success, including Lambda's own calls of the queue. */
  delivery: Cost;
}

const WEBHOOKS = 20;
const QUEUE = 'deliveries.fifo';
const REGION = 'us-east-1';

/**
 * Delivers webhooks one by one with the functions' code, on an otherwise unused table and queue, and counts
 * the calls of the SDK's clients. Capacity units are the engine's, which follows DynamoDB's rules.
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
    return await countWebhooks(
      domainContext(table, systemClock, systemRandomness, webhookSecretKey),
      meter,
      receiver.url,
    );
  } finally {
    await receiver.close();
    await queues.stop();
    await bare.stop();
  }
}

async function countWebhooks(context: DomainContext, meter: Meter, receiverUrl: string): Promise<CostResult> {
  const [stateChange, delivery, uncounted] = [noCost(), noCost(), noCost()];
  const [model] = (await makeOrganization(context, receiverUrl, 1)).models;
  if (!model) throw new Error('makeOrganization created no model.');
  // The first webhook of a model creates its delivery queue, so it is not counted.
  await deliver(context, await eventOf(context, model.created));
  for (let number = 0; number < WEBHOOKS; number++) {
    meter.countInto(stateChange);
    const change = await model.change();
    meter.countInto(uncounted);
    const event = await eventOf(context, change);
    meter.countInto(delivery);
    await deliver(context, event);
  }
  return {
    countedAt: isoTime(context.clock.now()),
    webhooks: WEBHOOKS,
    stateChange: costOfEach(stateChange, WEBHOOKS),
    delivery: costOfEach(delivery, WEBHOOKS),
  };
}

/** The event, as the stream delivers it. Lambda reads streams free of charge. */
async function eventOf(
  context: DomainContext,
  { organizationId, modelId, sequence }: Change,
): Promise<ModelEvent> {
  const event = await context.table.get<ModelEvent>(keys.event(organizationId, modelId, sequence));
  if (!event) throw new Error(`${modelId} has no event ${sequence}.`);
  return event;
}

/** Publishes an event and delivers its webhook, with the calls of the queue that Lambda makes. */
async function deliver(context: DomainContext, event: ModelEvent): Promise<void> {
  await publishEvent(deployedQueues(), context, event);
  const QueueUrl = environment('DELIVERIES_QUEUE_URL');
  const { Messages } = await deployedSqsClient().send(new ReceiveMessageCommand({ QueueUrl }));
  const [{ Body = '', ReceiptHandle } = {}] = Messages ?? [];
  const settings = { policy: { loopbackAllowed: true }, schedule: [1] };
  const deadline = context.clock.now() + MINUTE;
  const outcome = await drainDeliveryQueue(context, settings, deliveryPoll.parse(JSON.parse(Body)), deadline);
  if (outcome !== 'done') throw new Error(`A webhook of ${event.modelId} was not delivered.`);
  await deployedSqsClient().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
}

// This runs in a child process, because functions write metrics to standard output.
process.send?.(await measureCost());
process.disconnect();
