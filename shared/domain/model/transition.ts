import type { Effect } from '../../contract/events.ts';
import type { ModelStatus } from '../../contract/schemas.ts';
import type { WebhookEvent } from '../../contract/webhooks.ts';
import { modelEventWrite } from '../../events/model-event.ts';
import { type ListedWrite, listedWrites } from '../../lists/writes.ts';
import { isoTime } from '../../platform/clock.ts';
import { both, type Condition, equals, unchanged } from '../../table/condition.ts';
import { CONFLICT_ROUNDS, ifStill, retryOnConflict } from '../../table/conflict.ts';
import { type IndexKey, sweepIndexes } from '../../table/keys.ts';
import type { Transaction } from '../../table/transaction.ts';
import { releaseWrite } from '../admission/permits.ts';
import type { DomainContext } from '../context.ts';
import { listedMembers, listedModels, memberOf } from '../listed.ts';
import type { Member } from '../member/member.ts';
import { searchWordWrites, unchangedNameAndEmail } from '../member/search-words.ts';
import { usageOfTransition, usageWrites } from '../usage/monthly-usage.ts';
import { deadlineOf } from './deadline.ts';
import { type Model, projectionOf, readModel } from './model.ts';
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
  /** The write of the member's item, instead of the projection of the model. */
  member?: ListedWrite;
  /** A further condition on the model's item when the change is written. */
  condition?: Condition;
}

/**
 * The writes of every change of a model: the change, on condition that the model is as it was read, the event, the member's
 * projection and the monthly usage. A new status also sets the flow's deadline, and adds up the time in the former one.
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
      ...listedWrites(
        context,
        listedModels.update(
          model.organizationId,
          model,
          next,
          { set, remove },
          ifStill(
            both(
              equals('sequence', model.sequence),
              equals('status', model.status),
              // A member who joins a team takes the model along, without an event.
              unchanged('teamId', model.teamId),
              ...(condition ? [condition] : []),
            ),
            `The model ${model.id} has changed.`,
          ),
        ),
        member ?? projectionWrite(model, next, renamed),
      ),
      modelEventWrite(context, next, { ...transition, ...(freed && { freedPermitOf: freed.provider }) }),
      ...(freed ? [releaseWrite(freed, model)] : []),
      ...(renamed
        ? searchWordWrites(model.organizationId, renamed.member, { ...renamed.member, name: renamed.name })
        : []),
      ...usageWrites(model.organizationId, counted),
    ],
  };
}

/** Whether a model that gets this status has ended its run, so that its permit is free. */
function endsRun(status: ModelStatus | undefined): boolean {
  return status === 'active' || status === 'failed' || status === 'deleted';
}

/** A model with the index keys by which a sweep finds it. */
type ModelItem = Model & Partial<IndexKey>;

/** The index keys by a new status: the flow's deadline, or the expiry of uploads. It takes a model out of any queue. */
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

function projectionWrite(model: Model, next: Model, renamed: Transition['renamed']): ListedWrite {
  const itsModel = equals('modelId', next.id);
  return listedMembers.update(
    next.organizationId,
    memberOf(model),
    memberOf(next),
    { set: { model: projectionOf(next), name: renamed?.name } },
    ifStill(
      renamed ? both(itsModel, unchangedNameAndEmail(renamed.member)) : itsModel,
      `The member of ${next.id} has changed.`,
    ),
  );
}

/** A model after a transaction, and the writes of that transaction. */
export interface ModelChange {
  next: Model;
  writes: Transaction;
}

/**
 * Reads the model and commits what `decide` makes of it, until no other writer gets in between. No writes: nothing to do.
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
