import type { WebhookEvent } from '../../contract/webhooks.ts';
import { webhookBody } from '../../events/payload.ts';
import { DAY, epochSeconds, isoTime } from '../../platform/clock.ts';
import { both, type Condition, equals } from '../../table/condition.ts';
import { deadlineIndexKey, keys } from '../../table/keys.ts';
import { put, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { deadlineOf } from './deadline.ts';
import { type Model, projectionOf, readModel } from './model.ts';

/** The model changed between reading it and writing it: read it again and decide anew. */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict';
}

/** Work that has to follow an event besides telling the partner. */
export type Effect = 'start-flow' | 'delete-images';

/** A state change as it is stored and streamed: what happened, and the webhooks that tell of it, in order. */
export interface ModelEvent {
  kind: 'model';
  organizationId: string;
  modelId: string;
  sequence: number;
  run: number;
  whiteLabel: boolean;
  effect?: Effect;
  webhooks: { id: string; event: WebhookEvent; body: string }[];
  createdAt: string;
  expiresAtSeconds: number;
}

/** Events and their deliveries can be looked up for this long. */
export const EVENT_RETENTION = 30 * DAY;

export interface Transition {
  change: Partial<Model>;
  clear?: readonly (keyof Model)[];
  webhooks: readonly WebhookEvent[];
  effect?: Effect;
  /** How long the flow rests in the new state before it goes on. */
  pauseSeconds?: number;
  /** A name the member gave with this move. */
  memberName?: string | undefined;
  /** What becomes of the member's item where it does not just follow the model. */
  member?: Transaction;
  /** What else must still hold of the model when the change is written. */
  provided?: Condition;
}

const CONFLICT_TRIES = 8;

/**
 * The writes no change of a model goes without: the change itself, conditional on nothing having happened since
 * the model was read, the event that tells of it, and what the member's item repeats of the model. With a new
 * state goes the time by which the flow has to leave it.
 */
export function transitionWrites(
  context: DomainContext,
  model: Model,
  move: Transition,
): { next: Model; writes: Transaction } {
  const sequence = model.sequence + 1;
  const watch = deadlineChange(context, { ...model, ...move.change }, move);
  const set = { ...move.change, sequence, ...watch.set };
  const remove = [...(move.clear ?? []), ...watch.remove];
  const next: ModelItem = { ...model, ...set };
  for (const attribute of remove) delete next[attribute];
  return {
    next,
    writes: [
      update(
        keys.model(model.organizationId, model.id),
        { set, remove },
        {
          condition: both(
            equals('sequence', model.sequence),
            equals('status', model.status),
            ...(move.provided ? [move.provided] : []),
          ),
          onConditionFailed: () => new ConcurrencyConflict(`${model.id} changed meanwhile.`),
        },
      ),
      eventWrite(context, next, move),
      ...(move.member ?? [projectionWrite(next, move.memberName)]),
    ],
  };
}

/** A model with the keys by which a sweep finds it when the flow does not move it on. */
type ModelItem = Model & Partial<ReturnType<typeof deadlineIndexKey>>;

/** What a new state changes in that. */
function deadlineChange(
  context: DomainContext,
  next: Model,
  { change, pauseSeconds }: Transition,
): { set: Partial<ModelItem>; remove: readonly (keyof ModelItem)[] } {
  if (change.status === undefined) return { set: {}, remove: [] };
  const deadline = deadlineOf(next, context.clock.now(), pauseSeconds);
  if (deadline === undefined) return { set: {}, remove: ['deadline', 'GSI1PK', 'GSI1SK'] };
  return { set: { deadline, ...deadlineIndexKey(deadline, next.id) }, remove: [] };
}

function projectionWrite(next: Model, name: string | undefined) {
  return update(
    keys.member(next.organizationId, next.memberId),
    { set: { model: projectionOf(next), name } },
    {
      condition: equals('modelId', next.id),
      onConditionFailed: () => new ConcurrencyConflict(`The member of ${next.id} changed meanwhile.`),
    },
  );
}

/** The event of a model's change or creation; `next` is the model as it is afterwards. */
export function eventWrite(
  context: DomainContext,
  next: Model,
  move: Pick<Transition, 'webhooks' | 'effect'>,
) {
  const now = context.clock.now();
  const id = context.newId('webhook');
  const event: ModelEvent = {
    kind: 'model',
    organizationId: next.organizationId,
    modelId: next.id,
    sequence: next.sequence,
    run: next.run,
    whiteLabel: next.whiteLabel,
    webhooks: move.webhooks.map((name, position) => ({
      id: `${id}_${position + 1}`,
      event: name,
      body: webhookBody(name, next),
    })),
    createdAt: isoTime(now),
    expiresAtSeconds: epochSeconds(now + EVENT_RETENTION),
    ...(move.effect && { effect: move.effect }),
  };
  return put({ ...keys.event(next.organizationId, next.id, next.sequence), ...event });
}

/**
 * Reads the model, lets `decide` make a transaction of it, and commits that; begins again when somebody else
 * was faster. `decide` returns no writes when there is nothing to do.
 * @throws NOT_FOUND for an unknown model, and what `decide` or a refused write throws.
 */
export async function changeModel(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  decide: (
    model: Model,
  ) => Promise<{ next: Model; writes: Transaction }> | { next: Model; writes: Transaction },
): Promise<Model> {
  for (let tryCount = 1; ; tryCount++) {
    const { next, writes } = await decide(await readModel(context, organizationId, modelId));
    try {
      if (writes.length > 0) await context.table.commit(writes);
      return next;
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict) || tryCount === CONFLICT_TRIES) throw error;
    }
  }
}
