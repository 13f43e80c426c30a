import { isHosted } from '../contract/providers.ts';
import type { DomainContext } from '../domain/context.ts';
import { type CopiesRecord, listRecords } from '../domain/copies/record.ts';
import { STEPS_END_WITHIN } from '../domain/copies/remove.ts';
import { isOverdue } from '../domain/copies/sweep.ts';
import type { Job } from '../domain/flow/jobs.ts';
import type { Model } from '../domain/model/model.ts';
import { HOUR } from '../platform/clock.ts';
import { collections } from '../table/keys.ts';

/** The sweep comes every hour, and a function that fails is tried again. */
const FORGOTTEN_AFTER = 3 * HOUR;

/**
 * Every job at a hosted provider has a record by which its copies are deleted, the sweep checks each record in time,
 * and no deletion is overdue.
 */
export async function auditProviderCopies(
  context: DomainContext,
  organizationId: string,
  models: readonly Model[],
): Promise<string[]> {
  const records = await listRecords(context, organizationId);
  const now = context.clock.now();
  const violations = [
    ...records.filter((record) => isOverdue(record, now)).map(overdue),
    ...records.filter((record) => isForgotten(record, now)).map(forgotten),
  ];
  const byRun = new Map(records.map((record) => [`${record.modelId}-${record.run}`, record]));
  for (const { id, status, deletedAt } of models) {
    const jobs = await context.table.all<Job>(collections.jobs(organizationId, id));
    const hosted = jobs.filter(({ provider }) => isHosted(provider));
    for (const { request } of hosted) {
      if (!byRun.has(`${id}-${request.run}`))
        violations.push(`The job ${request.key} at a provider has no record.`);
    }
    const wasDeletedLongAgo = deletedAt !== null && now - Date.parse(deletedAt) > STEPS_END_WITHIN;
    if (status === 'deleted' && wasDeletedLongAgo && hosted.length > 0)
      violations.push(`${id} is deleted, and its jobs at a provider are still listed.`);
  }
  return violations;
}

/** Whether the hourly sweep should have checked a record, and has not. */
function isForgotten({ nextAt }: CopiesRecord, now: number): boolean {
  return nextAt !== undefined && now - Date.parse(nextAt) > FORGOTTEN_AFTER;
}

function forgotten({ modelId, run, nextAt }: CopiesRecord): string {
  return `The copies of run ${run} of ${modelId} were to be checked by ${nextAt}.`;
}

function overdue({ modelId, run, provider, endedAt, lastError }: CopiesRecord): string {
  return `The copies of run ${run} of ${modelId} at ${provider} were to be deleted at ${endedAt}: ${lastError ?? 'pending'}.`;
}
