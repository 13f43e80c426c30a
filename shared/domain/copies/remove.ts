import { isHosted } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';
import { HOUR, isoTime, MINUTE, SECOND } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { ProviderBusy } from '../../providers/errors.ts';
import type { Providers, Removal } from '../../providers/provider.ts';
import type { DomainContext } from '../context.ts';
import type { Job } from '../flow/jobs.ts';
import { isInProgress } from '../model/deadline.ts';
import { findModel, type Model } from '../model/model.ts';
import { areSame, copiedJobs, mergedJobs, readCopiedJobs, refsOf } from './copied-jobs.ts';
import {
  type CopiedJobs,
  type CopiesCause,
  type CopiesRecord,
  changeRecord,
  FIRST_CHECK,
  findRecord,
  isFinal,
  newRecord,
} from './record.ts';

/** The pause after the first attempt to delete. It doubles with each further one. */
const FIRST_PAUSE = 5 * MINUTE;
export const LONGEST_PAUSE = 6 * HOUR;

/** Steps of an ended run may call the provider for so long. Only a later attempt can find that nothing is left. */
export const STEPS_END_WITHIN = 15 * MINUTE;

/** The error of an attempt that has not ended: its function was stopped. */
const UNFINISHED = 'Unfinished';

/** Begins to delete what providers keep of these jobs, which can go then. Safe to repeat. @returns the runs */
export async function endCopies(
  context: DomainContext,
  jobs: readonly Job[],
  cause: CopiesCause,
): Promise<RunInput[]> {
  const byRun = Map.groupBy(
    jobs.filter(({ provider }) => isHosted(provider)),
    ({ request }) => request.run,
  );
  const ended: RunInput[] = [];
  for (const [run, [first, ...others]] of byRun) {
    if (!first || !isHosted(first.provider)) continue;
    const { organizationId, modelId } = first.request;
    const input = { organizationId, modelId, run };
    const provider = first.provider;
    const found = copiedJobs([first, ...others]);
    const changed = await changeRecord(context, input, (stored) => {
      const record = stored ?? newRecord(context, provider, input);
      return isFinal(record) ? undefined : withEnd(record, found, cause, context.clock.now());
    });
    if (changed) ended.push(input);
  }
  return ended;
}

/** Has the next sweep make an attempt for each pending deletion, whatever its pause. @returns the changed records. */
export async function retryCopies(
  context: DomainContext,
  records: readonly CopiesRecord[],
): Promise<CopiesRecord[]> {
  const nextAt = isoTime(context.clock.now());
  const changed = records.map((input) =>
    changeRecord(context, input, (record) =>
      record?.status === 'pending' ? { ...record, nextAt } : undefined,
    ),
  );
  return (await Promise.all(changed)).filter((record) => record !== undefined);
}

/**
 * Has the provider delete what it keeps of a run that the model needs no more. Each attempt is stored before the call.
 * @returns the time of the next attempt; undefined when this call has made none, or no other has to follow
 */
export async function removeCopies(
  context: DomainContext,
  providers: Pick<Providers, 'named'>,
  input: RunInput,
): Promise<string | undefined> {
  const [record, model] = await Promise.all([
    findRecord(context, input),
    findModel(context, input.organizationId, input.modelId),
  ]);
  if (!record || isFinal(record)) return undefined;
  const neededUntil = record.status === 'kept' ? neededUntilOf(input, model, context.clock.now()) : undefined;
  if (neededUntil !== undefined) {
    await keepUntil(context, input, neededUntil);
    return undefined;
  }
  const begun = await beginAttempt(context, input, causeOf(input, model));
  if (!begun) return undefined;
  const outcome = await attempt(providers, begun);
  const ended = await changeRecord(
    context,
    input,
    (current) => current && afterAttempt(current, begun, outcome, context.clock.now()),
  );
  log.info('copies at a provider', {
    ...{ organizationId: input.organizationId, modelId: input.modelId, run: input.run },
    ...{ provider: begun.provider, status: ended?.status, attempts: begun.attempts },
    ...('error' in outcome && { errorName: outcome.error }),
  });
  return ended?.nextAt;
}

/** The time, in milliseconds since the epoch, until which a run needs what its provider keeps; undefined when it is over. */
function neededUntilOf({ run }: RunInput, model: Model | undefined, now: number): number | undefined {
  if (!model || model.run !== run || model.status === 'failed') return undefined;
  if (isInProgress(model)) return now + FIRST_CHECK;
  const expiry = model.uploadsExpireAt === undefined ? now : Date.parse(model.uploadsExpireAt);
  return expiry > now ? expiry : undefined;
}

function causeOf({ run }: RunInput, model: Model | undefined): CopiesCause {
  if (!model) return 'organization-erased';
  if (model.status === 'deleted') return 'model-deleted';
  return model.run === run && model.status === 'active' ? 'retention-ended' : 'run-ended';
}

/** The sweep checks the record again at this time. */
async function keepUntil(context: DomainContext, input: RunInput, time: number): Promise<void> {
  await changeRecord(context, input, (record) => {
    if (record?.status !== 'kept' || !isDue(record, context.clock.now())) return undefined;
    return { ...record, nextAt: isoTime(time) };
  });
}

function isDue({ nextAt }: CopiesRecord, now: number): boolean {
  return nextAt !== undefined && Date.parse(nextAt) <= now;
}

function withEnd(record: CopiesRecord, found: CopiedJobs, cause: CopiesCause, now: number): CopiesRecord {
  const jobs = mergedJobs(record.jobs, found);
  if (record.status === 'pending') return { ...record, jobs };
  return { ...record, status: 'pending', cause, endedAt: isoTime(now), nextAt: isoTime(now), jobs };
}

/** @returns undefined when another call makes an attempt, or the time of the next one has not come. */
async function beginAttempt(
  context: DomainContext,
  input: RunInput,
  cause: CopiesCause,
): Promise<CopiesRecord | undefined> {
  const found = await readCopiedJobs(context, input);
  return changeRecord(context, input, (stored) => {
    const now = context.clock.now();
    if (!stored || isFinal(stored)) return undefined;
    if (stored.status === 'pending' && !isDue(stored, now)) return undefined;
    const record = withEnd(stored, found, cause, now);
    const pause = Math.min(FIRST_PAUSE * 2 ** record.attempts, LONGEST_PAUSE);
    return {
      ...record,
      attempts: record.attempts + 1,
      nextAt: isoTime(now + pause),
      lastError: UNFINISHED,
    };
  });
}

type Outcome = Removal | { error: string; pauseSeconds: number };

async function attempt(
  providers: Pick<Providers, 'named'>,
  { provider: name, organizationId, modelId, jobs }: CopiesRecord,
): Promise<Outcome> {
  try {
    const provider = providers.named(name);
    const copies = { organizationId, modelId, ...(jobs ?? { trainings: [], generations: [] }) };
    return (await provider.remove?.(copies)) ?? { status: 'deleted' };
  } catch (error) {
    // Only its class is stored: a message may quote the provider's answer.
    log.error('copies at a provider not deleted', error, { organizationId, modelId, provider: name });
    return {
      error: error instanceof Error ? error.name : 'Error',
      pauseSeconds: error instanceof ProviderBusy ? error.retryAfterSeconds : 0,
    };
  }
}

function afterAttempt(
  current: CopiesRecord,
  begun: CopiesRecord,
  outcome: Outcome,
  now: number,
): CopiesRecord | undefined {
  if (isFinal(current)) return undefined;
  // Another call has made the next attempt meanwhile.
  if (current.attempts !== begun.attempts) return undefined;
  if ('error' in outcome) {
    const asked = isoTime(now + outcome.pauseSeconds * SECOND);
    const nextAt = asked > (current.nextAt ?? '') ? asked : (current.nextAt ?? asked);
    return { ...current, lastError: outcome.error, nextAt };
  }
  const { lastError: _answered, reason: _former, ...answered } = current;
  const reason = outcome.status === 'deleted' ? {} : { reason: outcome.reason };
  if (outcome.status === 'pending') return { ...answered, ...reason };
  // A step has stored something since the attempt began, or still may.
  if (!areSame(current.jobs, begun.jobs)) return answered;
  const stepsEnd = Date.parse(current.endedAt ?? isoTime(now)) + STEPS_END_WITHIN;
  if (now < stepsEnd) return { ...answered, nextAt: isoTime(stepsEnd) };
  const { jobs, nextAt: _done, ...rest } = answered;
  return {
    ...rest,
    ...reason,
    status: outcome.status,
    refs: jobs ? refsOf(jobs) : [],
    doneAt: isoTime(now),
  };
}
