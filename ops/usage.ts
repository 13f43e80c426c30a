import type { DomainContext } from '../shared/domain/context.ts';
import type { BatchJob } from '../shared/domain/flow/jobs.ts';
import { readJobs, usageWithRun } from '../shared/domain/flow/usage.ts';
import { type Model, readModel } from '../shared/domain/model/model.ts';
import { secondsInStatuses, TIMED_STATUSES } from '../shared/domain/model/time-in-status.ts';
import { dollarsOf, type ModelUsage, sumOfUsage } from '../shared/domain/model/usage.ts';
import { collections } from '../shared/table/keys.ts';

/**
 * A model for operators: its state, what its jobs were billed, and the time in each status, until now.
 * @throws NOT_FOUND.
 */
export async function describeForOperators(context: DomainContext, organizationId: string, modelId: string) {
  const model = await readModel(context, organizationId, modelId);
  const run = { organizationId, modelId, run: model.run };
  const [jobs, batches] = await Promise.all([
    readJobs(context, run),
    context.table.all<BatchJob>(collections.generationJobs(organizationId, modelId, model.run)),
  ]);
  const usage = usageWithRun(model, jobs);
  return {
    organizationId,
    modelId,
    ...{ status: model.status, run: model.run, tries: model.tries, photoCount: model.photoCount },
    ...{ createdAt: model.createdAt, finishedAt: model.finishedAt, deletedAt: model.deletedAt },
    failureReason: model.failureReason ?? null,
    usd: dollarsOf(usage) ?? null,
    usage,
    secondsIn: secondsInStatuses(model, context.clock.now()),
    unusableImages: batches.flatMap(({ unusable = [] }) => unusable),
  };
}

/**
 * The sums over the models of an organization that are stored, deleted ones included: usage by provider and unit, and
 * seconds by status.
 */
export async function usageOfOrganization(context: DomainContext, organizationId: string) {
  const usage: ModelUsage[] = [];
  const seconds = { waiting: 0, pending: 0, generatingHeadshots: 0 };
  const models: Record<string, number> = {};
  const now = context.clock.now();
  for await (const model of context.table.query<Model>(collections.models(organizationId))) {
    usage.push(...(model.usage ?? []));
    const ofModel = secondsInStatuses(model, now);
    for (const status of TIMED_STATUSES) seconds[status] += ofModel[status] ?? 0;
    for (const provider of new Set(model.usage?.map((entry) => entry.provider))) {
      models[provider] = (models[provider] ?? 0) + 1;
    }
  }
  const providers = [...Map.groupBy(sumOfUsage(usage), ({ provider }) => provider)].map(
    ([provider, entries]) => ({
      provider,
      models: models[provider] ?? 0,
      usd: dollarsOf(entries) ?? null,
      usage: entries.map(({ unit, amount, jobs, usd = null }) => ({ unit, amount, jobs, usd })),
    }),
  );
  return { organizationId, providers, secondsIn: seconds };
}
