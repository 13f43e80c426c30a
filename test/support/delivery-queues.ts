import { startReceiver } from '../../local/partner/receiver.ts';
import type { MessageOutcome } from '../../shared/contract/messages.ts';
import type { WebhookEvent } from '../../shared/contract/webhooks.ts';
import { contextWith } from '../../shared/domain/context.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { modelEventWrite } from '../../shared/events/model-event.ts';
import { isoTime, MINUTE, SECOND } from '../../shared/platform/clock.ts';
import type { Table } from '../../shared/table/table.ts';
import { drainDeliveryQueue } from '../../shared/webhook/deliver.ts';
import { SETTINGS } from './delivery-settings.ts';
import { freshTable } from './fresh-table.ts';

const START = Date.parse('2026-05-04T12:00:00.000Z');

/** The answer of the receiver to a post: a status, or a status with headers. */
export type Answer = number | { status: number; headers?: Record<string, string> };

/**
 * Delivery queues on a table in memory and with a real receiver, but without SQS: the test itself polls them, and
 * sets the clock.
 */
export async function deliveryWorld(table?: (real: Table) => Table) {
  let time = START;
  const bare = freshTable(() => time);
  const context = table ? contextWith(bare.context, { table: () => table(bare.table) }) : bare.context;
  const world = { answer: (): Answer | Promise<Answer> => 200 };
  const receiver = await startReceiver({
    respond: async (_webhook, response) => {
      const answer = await world.answer();
      const { status, headers = {} } = typeof answer === 'number' ? { status: answer } : answer;
      response.writeHead(status, headers).end('noted');
    },
  });
  const { organizationId } = await createOrganization(context, {
    name: 'Delivery queues',
    webhookUrl: receiver.url,
    ownerEmail: 'owner@queues.test',
  });
  return Object.assign(world, {
    context,
    receiver,
    organizationId,
    now: () => time,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Stores an event of a model, with these webhooks. */
    addEvent: async (modelId: string, sequence: number, webhooks: WebhookEvent[], whiteLabel = false) => {
      // Ids sort by time, and two events of a test must not have the same time.
      time += 1;
      const model = { ...someModel(organizationId, modelId, isoTime(time)), sequence, whiteLabel };
      await context.table.commit([modelEventWrite(context, model, { webhooks })]);
    },
    poll: (modelId: string, at = isoTime(time), milliseconds = MINUTE): Promise<MessageOutcome> =>
      drainDeliveryQueue(context, SETTINGS, { organizationId, modelId, notBefore: at }, time + milliseconds),
    /** The events of the webhooks that have arrived. */
    names: () => receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event),
    ids: () => receiver.received.map(({ headers }) => String(headers['webhook-id'])),
    stop: () => receiver.close(),
  });
}
export type DeliveryWorld = Awaited<ReturnType<typeof deliveryWorld>>;

/** Lets a delivery queue fail until it is parked. */
export async function failUntilParked(world: DeliveryWorld, modelId: string): Promise<void> {
  const { answer } = world;
  world.answer = () => 500;
  for (const pause of [0, ...SETTINGS.schedule]) {
    // Long enough for the longest jitter.
    world.pass(pause * 1.2 * SECOND);
    await world.poll(modelId);
  }
  world.answer = answer;
}

function someModel(organizationId: string, id: string, createdAt: string): Model {
  return {
    id,
    organizationId,
    memberId: `mem_${id}`,
    uid: `user_${id}`,
    email: `${id}@queues.test`,
    title: id,
    trigger: 'person',
    status: 'waiting',
    isDevelopment: false,
    whiteLabel: false,
    scenario: 'succeeds',
    run: 1,
    tries: 1,
    creditTaken: false,
    uploadCount: 4,
    acceptedUploads: 4,
    photoCount: 0,
    availableCount: 0,
    createdAt,
    finishedAt: null,
    deletedAt: null,
    inviteExpiresAt: createdAt,
    sequence: 1,
  };
}
