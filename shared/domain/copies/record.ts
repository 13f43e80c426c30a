import { type HostedProviderName, isHosted, type ProviderName } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';
import { HOUR, isoTime } from '../../platform/clock.ts';
import type { CopiedJob, GenerationRequest, TrainingRequest } from '../../providers/provider.ts';
import { absent, equals } from '../../table/condition.ts';
import { ifStill, retryOnConflict } from '../../table/conflict.ts';
import { collections, type IndexKey, keys, sweepIndexes } from '../../table/keys.ts';
import { onlyIf, put, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { ModelGone } from '../model/progress.ts';

/**
 * - kept: the provider may have copies, and the model needs them;
 * - pending: they are being deleted, for as long as it takes;
 * - deleted: the provider has nothing left;
 * - retained: the provider keeps something that it cannot be asked to delete.
 */
export const COPIES_STATUSES = ['kept', 'pending', 'deleted', 'retained'] as const;
export type CopiesStatus = (typeof COPIES_STATUSES)[number];

/** The event that has the copies deleted. */
export type CopiesCause = 'model-deleted' | 'organization-erased' | 'run-ended' | 'retention-ended';

/** The requests of a run that its provider may have got, without personal data. */
export interface CopiedJobs {
  trainings: CopiedJob<TrainingRequest>[];
  generations: CopiedJob<GenerationRequest>[];
}

/**
 * The record of what a hosted provider may keep of one run, and of its deletion. It is stored with the plan of the
 * run's training, before the provider is called, and is never removed. It consists of ids, times and classes.
 */
export interface CopiesRecord extends RunInput {
  provider: HostedProviderName;
  status: CopiesStatus;
  createdAt: string;
  /** The time of the next check or attempt; absent once the record is final. */
  nextAt?: string;
  cause?: CopiesCause;
  /** The time at which the deletion began. Steps of the run may still call the provider for some minutes. */
  endedAt?: string;
  /** Present from the beginning of the deletion to its end. */
  jobs?: CopiedJobs;
  /** The provider's references to what it was asked to delete; present once the record is final. */
  refs?: string[];
  /** Calls of the provider to delete. */
  attempts: number;
  /** The class of the error that the last attempt ended with. */
  lastError?: string;
  /** The provider's reason for what it has not deleted. */
  reason?: string;
  /** The time at which the record became final. */
  doneAt?: string;
  /** Counts the changes; each is conditional on it. */
  revision: number;
}

/** The time from the plan of a run to its first check. Messages report the ends of most runs before. */
export const FIRST_CHECK = 12 * HOUR;

/**
 * Records, with the plan of a training, that its provider may keep copies; none for one that keeps nothing outside our bucket.
 * @throws ModelGone, when committed, if the copies of the run have been deleted already.
 */
export function copiesWrites(context: DomainContext, provider: ProviderName, input: RunInput): Transaction {
  if (!isHosted(provider)) return [];
  const record = newRecord(context, provider, input);
  const onConditionFailed = () => new ModelGone(`Run ${input.run} of ${input.modelId} has ended.`);
  return [put(itemOf(record), onlyIf(absent, onConditionFailed))];
}

export function newRecord(
  { clock }: DomainContext,
  provider: HostedProviderName,
  { organizationId, modelId, run }: RunInput,
): CopiesRecord {
  const now = clock.now();
  return {
    ...{ organizationId, modelId, run, provider },
    status: 'kept',
    createdAt: isoTime(now),
    nextAt: isoTime(now + FIRST_CHECK),
    attempts: 0,
    revision: 1,
  };
}

export function isFinal({ status }: CopiesRecord): boolean {
  return status === 'deleted' || status === 'retained';
}

export async function findRecord(
  context: DomainContext,
  { organizationId, modelId, run }: RunInput,
): Promise<CopiesRecord | undefined> {
  return context.table.get<CopiesRecord>(keys.providerCopies(organizationId, modelId, run));
}

/** The records of an organization, by model and run. They outlive the organization. */
export async function listRecords(
  context: DomainContext,
  organizationId: string,
  modelId?: string,
): Promise<CopiesRecord[]> {
  return context.table.all<CopiesRecord>(
    modelId === undefined
      ? collections.providerCopies(organizationId)
      : collections.providerCopiesOfModel(organizationId, modelId),
  );
}

/** Stores what `decide` makes of a record, until no other writer gets in between. @returns the record, if changed */
export function changeRecord(
  context: DomainContext,
  input: RunInput,
  decide: (record: CopiesRecord | undefined) => CopiesRecord | undefined,
): Promise<CopiesRecord | undefined> {
  return retryOnConflict(async () => {
    const read = await findRecord(context, input);
    const decided = decide(read);
    if (!decided) return undefined;
    const next = { ...decided, revision: (read?.revision ?? 0) + 1 };
    const asRead = read ? equals('revision', read.revision) : absent;
    const guard = ifStill(asRead, `The copies of ${input.modelId} have changed.`);
    await context.table.commit([put(itemOf(next), guard)]);
    return next;
  });
}

/** The item of a record, with the keys by which the sweep finds it until it is final. */
function itemOf(record: CopiesRecord) {
  const { GSI1PK: _formerPartition, GSI1SK: _formerSort, ...attributes }: CopiesItem = record;
  const { organizationId, modelId, run, nextAt } = record;
  const key = keys.providerCopies(organizationId, modelId, run);
  return {
    ...attributes,
    ...key,
    ...(nextAt !== undefined && sweepIndexes.providerCopies.key(nextAt, key.SK)),
  };
}

type CopiesItem = CopiesRecord & Partial<IndexKey>;
