import { isoTime } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { dueUntil, sweepIndexes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from './model.ts';

/** The models of all organizations that the flow should have advanced by now. */
export async function* findStuckModels(context: DomainContext): AsyncGenerator<Model> {
  yield* context.table.queryShards<Model>(sweepIndexes.deadlines.shards(), {
    between: dueUntil(isoTime(context.clock.now())),
  });
}

/** Counts the stuck models of all organizations, and names each in the log. */
export async function reportStuckModels(context: DomainContext): Promise<{ stuck: number }> {
  let stuck = 0;
  for await (const { organizationId, id, status, run, deadline } of findStuckModels(context)) {
    stuck += 1;
    countMetric(context.clock, 'ModelsStuck', 1, status);
    log.warn('model is stuck', { organizationId, modelId: id, status, run, deadline });
  }
  return { stuck };
}
