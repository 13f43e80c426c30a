import type { Effect } from '../../contract/events.ts';
import type { ModelStatus } from '../../contract/schemas.ts';
import type { WebhookEvent } from '../../contract/webhooks.ts';
import { modelEventWrite } from '../../events/model-event.ts';
import { isoTime } from '../../platform/clock.ts';
import { both, type Condition, equals, unchanged } from '../../table/condition.ts';
import { ConcurrencyConflict, retryOnConflict } from '../../table/conflict.ts';
import { type IndexKey, keys, sweepIndexes } from '../../table/keys.ts';
import { type ListChange, listChange } from '../../table/list-index/change.ts';
import { listed } from '../../table/list-index/log.ts';
import { type Transaction, update } from '../../table/transaction.ts';
import { releaseWrite } from '../admission/permits.ts';
import type { DomainContext } from '../context.ts';
import { keyOfUsedInvite } from '../invite/list-key.ts';
import type { Member } from '../member/member.ts';
import { isFoundAs, searchWordWrites } from '../member/search-words.ts';
import { memberKey } from '../member/status.ts';
import { usageOfTransition, usageWrites } from '../usage/monthly-usage.ts';
import { deadlineOf } from './deadline.ts';
import { type Model, modelKey, projectionOf, readModel } from './model.ts';
import { timeInStatus } from './time-in-status.ts';

/** A change of a model, with the webhooks and the work that follow from it. */
export interface Transition {
  change: Partial<Model>;
  clear?: readonly (keyof Model)[];
  webhooks: readonly WebhookEvent[];
  effect?: Effect;
  /** The photo that the effect `delete-photo` removes. */
  photoId?: string;
  /** The seconds for which the flow waits in the new state before it continues. */
  pauseSeconds?: number;
  /** The member as it was read, and the name that it gave with this transition. */
  renamed?: { member: Member; name: string } | undefined;
  /** The writes to the member's item, instead of the projection of the model. */
  member?: Transaction;
  /** Whether these writes remove the member. */
  memberLeaves?: boolean;
  /** A further condition on the model's item when the change is written. */
  condition?: Condition;
}

/** Rounds of reading and writing against other writers of the same model. */
const CONFLICT_ROUNDS = 8;

/**
 * The writes of every change of a model, for one transaction: the change itself, on condition that the model
 * is as it was read; the event; the member's projection of the model; and the monthly usage that it changes. A new status also sets the deadline
 * by which the flow has to leave it, and adds up the time in the former one.
 */
export function transitionWrites(
  context: DomainContext,
  model: Model,
  transition: Transition,
): { next: Model; writes: Transaction } {
  const { change, clear = [], condition, member, renamed } = transition;
  const sequence = model.sequence + 1;
  const deadline = deadlineChange(context, { ...model, ...change }, transition);
  const freed = endsRun(change.status) ? model.permit : undefined;
  const time = timeInStatus(model, change.status, context.clock.now());
  const counted = usageOfTransition(model, { ...model, ...change }, isoTime(context.clock.now()));
  const set = {
    ...change,
    ...time,
    sequence,
    ...deadline.set,
    ...(counted.length > 0 && { counted: [...(model.counted ?? []), ...counted] }),
  };
  const remove = [...clear, ...deadline.remove, ...(freed ? ['permit' as const] : [])];
  const next: ModelItem = { ...model, ...set };
  for (const attribute of remove) delete next[attribute];
  return {
    next,
    writes: [
      listed(
        update(
          keys.model(model.organizationId, model.id),
          { set, remove },
          {
            condition: both(
              equals('sequence', model.sequence),
              equals('status', model.status),
              // A member who joins a team takes the model along, without an event.
              unchanged('teamId', model.teamId),
              ...(condition ? [condition] : []),
            ),
            onConditionFailed: () => new ConcurrencyConflict(`The model ${model.id} has changed.`),
          },
        ),
        listChanges(model, next, transition),
      ),
      modelEventWrite(context, next, { ...transition, ...(freed && { freedPermitOf: freed.provider }) }),
      ...(freed ? [releaseWrite(freed, model)] : []),
      ...(member ?? projectionWrites(next, renamed)),
      ...usageWrites(model.organizationId, counted),
    ],
  };
}

/** Whether a model that gets this status has ended its run, so that its permit is free. */
function endsRun(status: ModelStatus | undefined): boolean {
  return status === 'active' || status === 'failed' || status === 'deleted';
}

/**
 * The changes that a transition makes in the lists of models, members and invites. The member's item holds the projection of
 * the model and its team, so its former key follows from the model.
 */
function listChanges(model: Model, next: Model, { memberLeaves = false }: Transition): ListChange[] {
  const { memberId, inviteId } = model;
  return [
    ...listChange('model', model.id, modelKey(model), modelKey(next)),
    ...listChange('member', memberId, keyOfMember(model), memberLeaves ? undefined : keyOfMember(next)),
    ...(inviteId === undefined
      ? []
      : listChange('invite', inviteId, keyOfUsedInvite(model.status), keyOfUsedInvite(next.status))),
  ];
}

/** The key of the member of a model. */
function keyOfMember(model: Model) {
  return memberKey({ modelId: model.id, model: projectionOf(model), teamId: model.teamId });
}

/** A model with the index keys by which a sweep finds it. */
type ModelItem = Model & Partial<IndexKey>;

/**
 * The change of the index keys that a new status brings: by the deadline of the flow, or by the expiry of the
 * uploads. A model that gets a status, also the one that it has, is in no queue.
 */
function deadlineChange(
  context: DomainContext,
  next: Model,
  { change, pauseSeconds }: Transition,
): { set: Partial<ModelItem>; remove: readonly (keyof ModelItem)[] } {
  if (change.status === undefined) return { set: {}, remove: [] };
  const deadline = deadlineOf(next, context.clock.now(), pauseSeconds);
  if (deadline !== undefined) {
    return {
      set: { deadline, ...sweepIndexes.deadlines.key(deadline, next.id) },
      remove: ['uploadsExpireAt', 'queued'],
    };
  }
  const { uploadsExpireAt } = change;
  if (uploadsExpireAt !== undefined) {
    return { set: sweepIndexes.images.key(uploadsExpireAt, next.id), remove: ['deadline', 'queued'] };
  }
  return { set: {}, remove: ['deadline', 'queued', 'uploadsExpireAt', 'GSI1PK', 'GSI1SK'] };
}

function projectionWrites(next: Model, renamed: Transition['renamed']): Transaction {
  const itsModel = equals('modelId', next.id);
  const write = listed(
    update(
      keys.member(next.organizationId, next.memberId),
      { set: { model: projectionOf(next), name: renamed?.name } },
      {
        condition: renamed ? both(itsModel, isFoundAs(renamed.member)) : itsModel,
        onConditionFailed: () => new ConcurrencyConflict(`The member of ${next.id} has changed.`),
      },
    ),
    // The changes of lists come with the write of the model.
    [],
  );
  if (!renamed) return [write];
  const { member, name } = renamed;
  return [write, ...searchWordWrites(next.organizationId, member, { ...member, name })];
}

/** A model after a transaction, and the writes of that transaction. */
export interface ModelChange {
  next: Model;
  writes: Transaction;
}

/**
 * Reads the model, lets `decide` make a transaction of it, and commits that. It starts over when another
 * writer has changed the model in between. `decide` returns no writes when there is nothing to do.
 * @throws NOT_FOUND for an unknown model, and the errors of `decide` and of failed conditions.
 */
export function changeModel(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  decide: (model: Model) => Promise<ModelChange> | ModelChange,
): Promise<Model> {
  return retryOnConflict(async () => {
    const { next, writes } = await decide(await readModel(context, organizationId, modelId));
    if (writes.length > 0) await context.table.commit(writes);
    return next;
  }, CONFLICT_ROUNDS);
}
