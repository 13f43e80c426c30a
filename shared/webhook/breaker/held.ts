import type { DomainContext } from '../../domain/context.ts';
import { isoTime } from '../../platform/clock.ts';
import { unlessConflict } from '../../table/conflict.ts';
import { collections, keys, sweepIndexes } from '../../table/keys.ts';
import { put, remove, type Write } from '../../table/transaction.ts';
import { type DeliveryQueue, deliveryQueueWrite, readDeliveryQueue } from '../queue.ts';
import { timerWrite } from '../timer.ts';

/** A model whose delivery queue waits for the circuit of its organization to close. */
export interface HeldModel {
  organizationId: string;
  modelId: string;
  heldAt: string;
}

/** The held models of an organization, the one that has waited longest first. */
export function listHeld(
  context: DomainContext,
  organizationId: string,
  options: { limit?: number } = {},
): Promise<HeldModel[]> {
  return context.table.all<HeldModel>(collections.heldModels(organizationId), options);
}

/** An exact number beyond this is of no use to a reader, and would cost reading all of them. */
const COUNT_MAX = 1000;

/** The number of held models of an organization, up to 1,000. */
export async function countHeld(context: DomainContext, organizationId: string): Promise<number> {
  return (await listHeld(context, organizationId, { limit: COUNT_MAX })).length;
}

/**
 * Holds a delivery queue. Its messages can be deleted, since its entry among the held models has it polled
 * again.
 * @returns false when another process has changed the queue.
 */
export function holdDeliveryQueue(context: DomainContext, queue: DeliveryQueue): Promise<boolean> {
  const { organizationId, modelId } = queue;
  const held: HeldModel = { organizationId, modelId, heldAt: isoTime(context.clock.now()) };
  return unlessConflict(() =>
    context.table.commit([
      deliveryQueueWrite({ ...queue, heldAt: held.heldAt }),
      put({
        ...keys.heldModel(organizationId, held.heldAt, modelId),
        ...sweepIndexes.held.key(held.heldAt, modelId),
        ...held,
      }),
    ]),
  );
}

/** The write that takes a delivery queue from the held models, for a queue that is held. */
export function notHeldWrites({ organizationId, modelId, heldAt }: DeliveryQueue): Write[] {
  return heldAt === undefined ? [] : [remove(keys.heldModel(organizationId, heldAt, modelId))];
}

/** The delivery queue as one that is not held. */
export function notHeld(queue: DeliveryQueue): DeliveryQueue {
  const { heldAt: _heldAt, ...rest } = queue;
  return rest;
}

/** The writes by which a held queue is polled at once, and is not held any more. */
export function releaseWrites(context: DomainContext, queue: DeliveryQueue): Write[] {
  return [
    deliveryQueueWrite(notHeld(queue)),
    ...notHeldWrites(queue),
    timerWrite(context, queue, context.clock.now()),
  ];
}

/**
 * Releases a held model, unless it is not held any more.
 * @returns the version of its delivery queue then; undefined when another process has changed the queue.
 */
export async function releaseHeld(
  context: DomainContext,
  { organizationId, modelId }: Pick<HeldModel, 'organizationId' | 'modelId'>,
): Promise<number | undefined> {
  const queue = await readDeliveryQueue(context, organizationId, modelId);
  if (queue.heldAt === undefined) return undefined;
  const released = await unlessConflict(() => context.table.commit(releaseWrites(context, queue)));
  return released ? queue.version + 1 : undefined;
}
