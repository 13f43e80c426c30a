import type { WebhookEvent } from '../../contract/webhooks.ts';
import { DAY, epochSeconds, isoTime } from '../../platform/clock.ts';
import { both, type Condition, equals } from '../../table/condition.ts';
import { keys, underWayIndexKey } from '../../table/keys.ts';
import { put, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { webhookBody } from '../webhook/payload.ts';
import { type Model, mirrorOf, readModel } from './model.ts';
import { dueAtOf } from './under-way.ts';

/** The model changed between reading it and writing it: read it again and decide anew. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** Work that has to follow an event besides telling the partner. */
export type FollowUp = 'process' | 'remove-pictures';

/** A state change as it is stored and streamed: what happened, and the webhooks that tell of it, in order. */
export interface ModelEvent {
  kind: 'model';
  organizationId: string;
  modelId: string;
  sequence: number;
  attempt: number;
  whiteLabel: boolean;
  followUp?: FollowUp;
  webhooks: { id: string; event: WebhookEvent; body: string }[];
  createdAt: string;
  expiresAtSeconds: number;
}

/** Events and their deliveries can be looked up for this long. */
export const EVENT_RETENTION = 30 * DAY;

export interface Move {
  change: Partial<Model>;
  clear?: readonly (keyof Model)[];
  webhooks: readonly WebhookEvent[];
  followUp?: FollowUp;
  /** How long the flow rests in the new state before it goes on. */
  pauseSeconds?: number;
  /** A name the member gave with this move. */
  memberName?: string | undefined;
  /** What becomes of the member's item where it does not just follow the model. */
  member?: Transaction;
  /** What else must still hold of the model when the change is written. */
  provided?: Condition;
}

const STALE_TRIES = 8;

/**
 * The steps no change of a model goes without: the change itself, conditional on nothing having happened since
 * the model was read, the event that tells of it, and what the member's item repeats of the model. With a new
 * state goes the time by which the flow has to leave it.
 */
export function moveSteps(
  context: DomainContext,
  model: Model,
  move: Move,
): { next: Model; steps: Transaction } {
  const sequence = model.sequence + 1;
  const watch = watchOf(context, { ...model, ...move.change }, move);
  const set = { ...move.change, sequence, ...watch.set };
  const remove = [...(move.clear ?? []), ...watch.remove];
  const next: Watched = { ...model, ...set };
  for (const attribute of remove) delete next[attribute];
  return {
    next,
    steps: [
      update(
        keys.model(model.organizationId, model.id),
        { set, remove },
        {
          condition: both(
            equals('sequence', model.sequence),
            equals('status', model.status),
            ...(move.provided ? [move.provided] : []),
          ),
          refusal: () => new Stale(`${model.id} changed meanwhile.`),
        },
      ),
      eventStep(context, next, move),
      ...(move.member ?? [mirrorStep(next, move.memberName)]),
    ],
  };
}

/** A model with the keys by which a sweep finds it when the flow does not move it on. */
type Watched = Model & Partial<ReturnType<typeof underWayIndexKey>>;

/** What a new state changes in that. */
function watchOf(
  context: DomainContext,
  next: Model,
  { change, pauseSeconds }: Move,
): { set: Partial<Watched>; remove: readonly (keyof Watched)[] } {
  if (change.status === undefined) return { set: {}, remove: [] };
  const dueAt = dueAtOf(next, context.clock.now(), pauseSeconds);
  if (dueAt === undefined) return { set: {}, remove: ['dueAt', 'GSI1PK', 'GSI1SK'] };
  return { set: { dueAt, ...underWayIndexKey(dueAt, next.id) }, remove: [] };
}

function mirrorStep(next: Model, name: string | undefined) {
  return update(
    keys.member(next.organizationId, next.memberId),
    { set: { model: mirrorOf(next), name } },
    {
      condition: equals('modelId', next.id),
      refusal: () => new Stale(`The member of ${next.id} changed meanwhile.`),
    },
  );
}

/** The event of a model's change or creation; `next` is the model as it is afterwards. */
export function eventStep(context: DomainContext, next: Model, move: Pick<Move, 'webhooks' | 'followUp'>) {
  const now = context.clock.now();
  const id = context.newId('webhook');
  const event: ModelEvent = {
    kind: 'model',
    organizationId: next.organizationId,
    modelId: next.id,
    sequence: next.sequence,
    attempt: next.attempt,
    whiteLabel: next.whiteLabel,
    webhooks: move.webhooks.map((name, position) => ({
      id: `${id}_${position + 1}`,
      event: name,
      body: webhookBody(name, next),
    })),
    createdAt: isoTime(now),
    expiresAtSeconds: epochSeconds(now + EVENT_RETENTION),
    ...(move.followUp && { followUp: move.followUp }),
  };
  return put({ ...keys.event(next.organizationId, next.id, next.sequence), ...event });
}

/**
 * Reads the model, lets `decide` make a transaction of it, and commits that; begins again when somebody else
 * was faster. `decide` returns no steps when there is nothing to do.
 * @throws NOT_FOUND for an unknown model, and what `decide` or a refused step throws.
 */
export async function changeModel(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  decide: (
    model: Model,
  ) => Promise<{ next: Model; steps: Transaction }> | { next: Model; steps: Transaction },
): Promise<Model> {
  for (let attempt = 1; ; attempt++) {
    const { next, steps } = await decide(await readModel(context, organizationId, modelId));
    try {
      if (steps.length > 0) await context.table.commit(steps);
      return next;
    } catch (error) {
      if (!(error instanceof Stale) || attempt === STALE_TRIES) throw error;
    }
  }
}
