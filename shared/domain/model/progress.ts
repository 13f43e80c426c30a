import { Problem } from '../../contract/errors.ts';
import { isHosted, type MadeBy } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';
import type { FailureReason, ModelStatus } from '../../contract/schemas.ts';
import { UPLOAD_REQUIREMENTS } from '../../contract/upload-requirements.ts';
import { isoTime } from '../../platform/clock.ts';
import { atLeast, type Condition } from '../../table/condition.ts';
import type { Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findMember } from '../member/member.ts';
import { balanceWrite, ledgerWrite } from '../organization/credits.ts';
import { readOrganization } from '../organization/organization.ts';
import { trailWrite } from '../trail/trail.ts';
import { isInProgress, mayRestart, RESTARTS_MAX } from './deadline.ts';
import { failureAlertWrites } from './failure-alert.ts';
import { findModel, type Model } from './model.ts';
import { retentionDaysOf, usedUploadsExpireAt } from './retention.ts';
import { runMailWrites } from './run-mail.ts';
import { changeModel, type Transition, transitionWrites } from './transition.ts';
import type { ModelUsage } from './usage.ts';

/** The model was deleted, or another run is in progress: this execution has nothing left to do. */
export class ModelGone extends Error {
  override readonly name = 'ModelGone';
}

/** @throws ModelGone unless the model exists and is on this run. */
export async function readRun(context: DomainContext, input: RunInput): Promise<Model> {
  const model = await findModel(context, input.organizationId, input.modelId);
  return requireRun(input, model);
}

/** @throws ModelGone unless this is the model, on this run. */
export function requireRun(input: RunInput, model: Model | undefined): Model {
  if (!model || model.status === 'deleted' || model.run !== input.run) {
    throw new ModelGone(`${input.modelId} was deleted or is no longer on run ${input.run}.`);
  }
  return model;
}

/** The statuses of a run that succeeds, in their order. */
const STATUS_ORDER: readonly ModelStatus[] = ['waiting', 'pending', 'generatingHeadshots', 'active'];

/** A transition of the flow, with writes `alongside`. A model that has the status, or a later one, stays as it is. */
async function advance(
  context: DomainContext,
  input: RunInput,
  from: ModelStatus,
  to: ModelStatus,
  transitionOf: (model: Model) => Transition & { alongside?: Transaction },
): Promise<Model> {
  return changeModel(context, input.organizationId, input.modelId, (found) => {
    const model = requireRun(input, found);
    if (STATUS_ORDER.indexOf(model.status) >= STATUS_ORDER.indexOf(to)) return { next: model, writes: [] };
    if (model.status !== from) throw new Error(`${model.id} is ${model.status}, not ${from}.`);
    const { alongside = [], ...transition } = transitionOf(model);
    const { next, writes } = transitionWrites(context, model, transition);
    return { next, writes: [...writes, ...alongside] };
  });
}

export function beginTraining(context: DomainContext, input: RunInput): Promise<Model> {
  return advance(context, input, 'waiting', 'pending', () => ({
    change: { status: 'pending' },
    webhooks: ['model.status.updated'],
  }));
}

/** The usage of a model with that of its run, by the model as it is stored. */
type UsageOf = (model: Model) => ModelUsage[];
const unchangedUsage: UsageOf = ({ usage = [] }) => usage;

/** pending → generatingHeadshots; `jobs` stores the planned batches in the same transaction. */
export function beginGeneration(
  context: DomainContext,
  input: RunInput,
  jobs: (model: Model) => Transaction,
  usageOf = unchangedUsage,
  madeBy?: MadeBy,
): Promise<Model> {
  return advance(context, input, 'pending', 'generatingHeadshots', (model) => ({
    change: { status: 'generatingHeadshots', ...(madeBy && { madeBy }), ...billed(usageOf(model)) },
    webhooks: ['model.status.updated'],
    alongside: jobs(model),
  }));
}

/** generatingHeadshots → active. The effect deletes the cut-outs; the uploads expire later. The member is mailed. */
export async function finishGeneration(
  context: DomainContext,
  input: RunInput,
  photoCount: number,
  usageOf = unchangedUsage,
): Promise<Model> {
  const { organizationId } = input;
  const { memberId } = await readRun(context, input);
  const [organization, member] = await Promise.all([
    readOrganization(context, organizationId),
    findMember(context, organizationId, memberId),
  ]);
  const now = context.clock.now();
  return advance(context, input, 'generatingHeadshots', 'active', (model) => ({
    change: {
      status: 'active',
      ...billed(usageOf(model)),
      photoCount,
      availableCount: photoCount,
      finishedAt: isoTime(now),
      uploadsExpireAt: usedUploadsExpireAt(now, retentionDaysOf(organization, member?.consent)),
    },
    webhooks: ['model.status.updated', 'model.photos_ready'],
    effect: 'delete-subjects',
    alongside: [balanceWrite(organizationId, { pendingInvites: -1 }), ...runMailWrites(context, model)],
  }));
}

function billed(usage: ModelUsage[]): Pick<Model, 'usage'> {
  return usage.length > 0 ? { usage } : {};
}

export interface Failure {
  /** The public reason, from the model as it was when it failed. */
  reasonOf?: (model: Model) => FailureReason;
  /** True when no restart can help. */
  isFinal?: boolean;
  usageOf?: UsageOf;
}

/**
 * waiting, pending or generatingHeadshots → failed. Without a restart left, the credit is returned and the member told.
 * @throws ModelGone, also for a model that has become active: its photos must stay.
 */
export async function failModel(
  context: DomainContext,
  input: RunInput,
  firstPauseSeconds: number,
  { reasonOf = () => 'internal-error', isFinal = false, usageOf = unchangedUsage }: Failure = {},
): Promise<{ model: Model; restart: boolean; pauseSeconds: number }> {
  const pauseOf = ({ tries }: Model) => Math.max(1, firstPauseSeconds * 2 ** (tries - 1));
  const model = await changeModel(context, input.organizationId, input.modelId, async (found) => {
    const current = requireRun(input, found);
    if (current.status === 'failed') return { next: current, writes: [] };
    if (!isInProgress(current))
      throw new ModelGone(`${current.id} is ${current.status}: nothing is left to fail.`);
    const final = isFinal || !mayRestart(current);
    const refund = final && current.creditTaken;
    const { next, writes } = transitionWrites(context, current, {
      change: {
        status: 'failed',
        ...billed(usageOf(current)),
        ...(refund && { creditTaken: false }),
        ...(final && {
          tries: RESTARTS_MAX + 1,
          failureReason: reasonOf(current),
          uploadsExpireAt: usedUploadsExpireAt(context.clock.now()),
        }),
      },
      webhooks: ['model.status.updated'],
      // No later run uses what the provider keeps of this one.
      ...(current.permit && isHosted(current.permit.provider) && { effect: 'delete-copies' }),
      pauseSeconds: pauseOf(current),
    });
    return {
      next,
      writes: [
        ...writes,
        balanceWrite(input.organizationId, { pendingInvites: -1, credits: refund ? 1 : 0 }),
        ...(refund ? [ledgerWrite(context, input.organizationId, 1, 'model-failed', current.id)] : []),
        ...(final ? runMailWrites(context, next) : []),
        ...(next.failureReason && !next.isDevelopment
          ? await failureAlertWrites(context, input.organizationId, next.failureReason)
          : []),
      ],
    };
  });
  return { model, restart: mayRestart(model), pauseSeconds: pauseOf(model) };
}

/** failed → waiting with the next run, which the event's effect puts into the queue of its provider. */
export async function restartModel(context: DomainContext, input: RunInput): Promise<Model> {
  return changeModel(context, input.organizationId, input.modelId, (model) => {
    // A repeated call finds the next run in progress, and has nothing left to do.
    if (model.run === input.run + 1) return { next: model, writes: [] };
    const current = requireRun(input, model);
    if (current.status !== 'failed') throw new Error(`${current.id} is ${current.status}, not failed.`);
    return restart(context, current, { tries: current.tries + 1, charge: false });
  });
}

/**
 * A restart of a model that has failed for good, for a credit again: by an operator with all tries, by the organization with
 * one, since a failure gives the credit back and the provider is paid all the same.
 * @throws NOT_FOUND, INVALID_REQUEST for a model that has not failed or without uploads, INSUFFICIENT_CREDITS.
 */
export async function restartFailed(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  tries: 'all' | 'one' = 'one',
): Promise<Model> {
  return changeModel(context, organizationId, modelId, (model) => {
    if (model.status !== 'failed') {
      throw new Problem(
        'INVALID_REQUEST',
        `Only a model that has failed or is stuck can be restarted; this one is ${model.status}.`,
      );
    }
    if (mayRestart(model)) {
      throw new Problem(
        'INVALID_REQUEST',
        'The model is about to restart automatically; there is nothing to do.',
      );
    }
    if (model.acceptedUploads < UPLOAD_REQUIREMENTS.minPhotos) {
      throw new Problem('INVALID_REQUEST', 'The uploads of the model have expired; it cannot be restarted.');
    }
    // The uploads may expire at this moment.
    const condition = atLeast('acceptedUploads', UPLOAD_REQUIREMENTS.minPhotos);
    return restart(context, model, {
      tries: tries === 'all' ? 1 : RESTARTS_MAX + 1,
      charge: !model.isDevelopment,
      condition,
    });
  });
}

function restart(
  context: DomainContext,
  model: Model,
  { tries, charge, condition }: { tries: number; charge: boolean; condition?: Condition },
) {
  const { next, writes } = transitionWrites(context, model, {
    change: {
      status: 'waiting',
      run: model.run + 1,
      tries,
      ...(charge && { creditTaken: true }),
    },
    clear: ['failureReason'],
    webhooks: ['model.status.updated'],
    effect: 'join-queue',
    ...(condition && { condition }),
  });
  return {
    next,
    writes: [
      ...writes,
      balanceWrite(model.organizationId, { pendingInvites: 1, credits: charge ? -1 : 0 }),
      trailWrite(context, model.organizationId, 'model.restarted', model.id),
      ...(charge ? [ledgerWrite(context, model.organizationId, -1, 'model', model.id)] : []),
    ],
  };
}
