import { refsOf } from './copied-jobs.ts';
import type { CopiesRecord, CopiesStatus } from './record.ts';

/** A record as operators see it. */
export function describeCopies(record: CopiesRecord) {
  const { modelId, run, provider, status, createdAt, jobs } = record;
  return {
    modelId,
    run,
    provider,
    status,
    cause: record.cause ?? null,
    createdAt,
    endedAt: record.endedAt ?? null,
    doneAt: record.doneAt ?? null,
    nextAttemptAt: status === 'pending' ? (record.nextAt ?? null) : null,
    attempts: record.attempts,
    lastError: record.lastError ?? null,
    reason: record.reason ?? null,
    refs: record.refs ?? (jobs ? refsOf(jobs) : []),
    /** Requests without a stored response, which the provider may have carried out. */
    unanswered: jobs
      ? [...jobs.trainings, ...jobs.generations].filter(({ ref }) => ref === undefined).length
      : 0,
  };
}

/** The statuses, from the one that needs the most attention. */
const ORDER: readonly CopiesStatus[] = ['pending', 'kept', 'retained', 'deleted'];

/** The status of several records together; null for none, since no hosted provider had anything. */
export function jointStatus(records: readonly CopiesRecord[]): CopiesStatus | null {
  return ORDER.find((status) => records.some((record) => record.status === status)) ?? null;
}
