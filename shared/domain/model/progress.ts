import type { AttemptInput } from '../../contract/attempt.ts';
import { Problem } from '../../contract/errors.ts';
import type { ModelStatus } from '../../contract/schemas.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { balanceStep, ledgerStep } from '../organization/credits.ts';
import { countsAsPendingInvite, findModel, type Model } from './model.ts';
import { changeModel, type Move, moveSteps } from './move.ts';
import { isUnderWay, mayRestart } from './under-way.ts';

/** The model was deleted, or another attempt is under way: this execution has nothing left to do. */
export class ModelGone extends Error {
  override readonly name = 'ModelGone';
}

/** @throws ModelGone unless the model exists and is on this attempt. */
export async function readAttempt(context: DomainContext, input: AttemptInput): Promise<Model> {
  const model = await findModel(context, input.organizationId, input.modelId);
  return requireAttempt(input, model);
}

/** @throws ModelGone unless this is the model, on this attempt. */
export function requireAttempt(input: AttemptInput, model: Model | undefined): Model {
  if (!model || model.status === 'deleted' || model.attempt !== input.attempt) {
    throw new ModelGone(`${input.modelId} was deleted or is no longer on attempt ${input.attempt}.`);
  }
  return model;
}

/** The way of an attempt that goes well. */
const WAY: readonly ModelStatus[] = ['waiting', 'pending', 'generatingHeadshots', 'active'];

/**
 * One move of the flow, safe to run twice: a model that has made it, or is further already, stays as it is.
 * `alongside` adds what has to change in the same transaction.
 */
async function advance(
  context: DomainContext,
  input: AttemptInput,
  from: ModelStatus,
  to: ModelStatus,
  move: (model: Model) => Move & { alongside?: Transaction },
): Promise<Model> {
  return changeModel(context, input.organizationId, input.modelId, (found) => {
    const model = requireAttempt(input, found);
    if (WAY.indexOf(model.status) >= WAY.indexOf(to)) return { next: model, steps: [] };
    if (model.status !== from) throw new Error(`${model.id} is ${model.status}, not ${from}.`);
    const { alongside = [], ...rest } = move(model);
    const { next, steps } = moveSteps(context, model, rest);
    return { next, steps: [...steps, ...alongside] };
  });
}

export function beginTraining(context: DomainContext, input: AttemptInput): Promise<Model> {
  return advance(context, input, 'waiting', 'pending', () => ({
    change: { status: 'pending' },
    webhooks: ['model.status.updated'],
  }));
}

/** pending → generatingHeadshots; `jobs` stores the planned batches in the same transaction. */
export function beginGeneration(
  context: DomainContext,
  input: AttemptInput,
  jobs: (model: Model) => Transaction,
): Promise<Model> {
  return advance(context, input, 'pending', 'generatingHeadshots', (model) => ({
    change: { status: 'generatingHeadshots' },
    webhooks: ['model.status.updated'],
    alongside: jobs(model),
  }));
}

/** generatingHeadshots → active, telling of the state first and then of the photos. */
export function finishGeneration(
  context: DomainContext,
  input: AttemptInput,
  photoCount: number,
): Promise<Model> {
  return advance(context, input, 'generatingHeadshots', 'active', () => ({
    change: { status: 'active', photoCount, finishedAt: isoTime(context.clock.now()) },
    webhooks: ['model.status.updated', 'model.photos_ready'],
    alongside: [balanceStep(input.organizationId, { pendingInvites: -1 })],
  }));
}

/**
 * waiting, pending or generatingHeadshots → failed. When no restart is left, the credit goes back in the same
 * transaction. The pause before a restart doubles from one to the next.
 * @throws ModelGone also for a model that has become active: its photos are not to be taken back.
 */
export async function failModel(
  context: DomainContext,
  input: AttemptInput,
  firstPauseSeconds: number,
): Promise<{ model: Model; restart: boolean; pauseSeconds: number }> {
  const pauseOf = ({ tries }: Model) => Math.max(1, firstPauseSeconds * 2 ** (tries - 1));
  const model = await changeModel(context, input.organizationId, input.modelId, (found) => {
    const current = requireAttempt(input, found);
    if (current.status === 'failed') return { next: current, steps: [] };
    if (!isUnderWay(current))
      throw new ModelGone(`${current.id} is ${current.status}: nothing is left to fail.`);
    const final = !mayRestart(current);
    const refund = final && current.creditTaken;
    const { next, steps } = moveSteps(context, current, {
      change: { status: 'failed', photoCount: 0, ...(refund && { creditTaken: false }) },
      webhooks: ['model.status.updated'],
      pauseSeconds: pauseOf(current),
    });
    const pendingInvites = countsAsPendingInvite(current.status) ? -1 : 0;
    return {
      next,
      steps: [
        ...steps,
        balanceStep(input.organizationId, { pendingInvites, credits: refund ? 1 : 0 }),
        ...(refund ? [ledgerStep(context, input.organizationId, 1, 'model-failed', current.id)] : []),
      ],
    };
  });
  return { model, restart: mayRestart(model), pauseSeconds: pauseOf(model) };
}

/** failed → waiting with the next attempt, which the event starts. */
export async function restartModel(context: DomainContext, input: AttemptInput): Promise<Model> {
  return changeModel(context, input.organizationId, input.modelId, (model) => {
    // Run twice, this finds the next attempt under way, which is what it was to bring about.
    if (model.attempt === input.attempt + 1) return { next: model, steps: [] };
    const current = requireAttempt(input, model);
    if (current.status !== 'failed') throw new Error(`${current.id} is ${current.status}, not failed.`);
    return restart(context, current, { tries: current.tries + 1, charge: false });
  });
}

/**
 * An operator's restart of a model that has failed for good: it has its full number of tries again and, as its
 * credit went back, takes one anew.
 * @throws NOT_FOUND, INVALID_REQUEST for a model that has not failed, INSUFFICIENT_CREDITS.
 */
export async function restartByOperator(
  context: DomainContext,
  organizationId: string,
  modelId: string,
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
        'The model is about to restart by itself; there is nothing to do.',
      );
    }
    return restart(context, model, { tries: 1, charge: !model.isDevelopment });
  });
}

function restart(
  context: DomainContext,
  model: Model,
  { tries, charge }: { tries: number; charge: boolean },
) {
  const { next, steps } = moveSteps(context, model, {
    change: {
      status: 'waiting',
      attempt: model.attempt + 1,
      tries,
      ...(charge && { creditTaken: true }),
    },
    webhooks: ['model.status.updated'],
    followUp: 'process',
  });
  return {
    next,
    steps: [
      ...steps,
      balanceStep(model.organizationId, { pendingInvites: 1, credits: charge ? -1 : 0 }),
      ...(charge ? [ledgerStep(context, model.organizationId, -1, 'model', model.id)] : []),
    ],
  };
}
