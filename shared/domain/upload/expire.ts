import { uploadsPrefix } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import { isoTime } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { both, equals } from '../../table/condition.ts';
import { ifStill, unlessConflict } from '../../table/conflict.ts';
import { collections, dueUntil, type Key, keys, sweepIndexes } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findModel, type Model } from '../model/model.ts';

/**
 * Deletes the expired uploads, and cut-outs of them, of all organizations.
 * @throws AggregateError, after the last model, when some uploads could not be deleted.
 */
export async function expireUploads(context: DomainContext, store: ImageStore): Promise<{ models: number }> {
  const overdue = context.table.queryShards<Model>(sweepIndexes.images.shards(), {
    between: dueUntil(isoTime(context.clock.now())),
  });
  let models = 0;
  const failures: unknown[] = [];
  for await (const { organizationId, id } of overdue) {
    try {
      if (await expireUploadsOf(context, store, organizationId, id)) models += 1;
    } catch (error) {
      log.error('uploads not expired', error, { organizationId, modelId: id });
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `The uploads of ${failures.length} models were not deleted.`);
  }
  return { models };
}

/** Deletes a model's uploads, if expired. The counters become zero first, so that it is not restarted without uploads. */
async function expireUploadsOf(
  context: DomainContext,
  store: ImageStore,
  organizationId: string,
  modelId: string,
): Promise<boolean> {
  const model = await findModel(context, organizationId, modelId);
  const { status, uploadsExpireAt } = model ?? {};
  if (uploadsExpireAt === undefined || Date.parse(uploadsExpireAt) > context.clock.now()) return false;
  const unchanged = ifStill(
    both(equals('status', status), equals('uploadsExpireAt', uploadsExpireAt)),
    `${modelId} has changed.`,
  );
  const key = keys.model(organizationId, modelId);
  return unlessConflict(async () => {
    const counters = { uploadCount: 0, acceptedUploads: 0 };
    await context.table.commit([update(key, { set: counters }, unchanged)]);
    const objects = await store.removeAll(uploadsPrefix({ organizationId, modelId }));
    await context.table.removeAll(await context.table.all<Key>(collections.uploads(organizationId, modelId)));
    const remove = ['uploadsExpireAt', 'GSI1PK', 'GSI1SK'];
    await context.table.commit([update(key, { remove }, unchanged)]);
    log.info('uploads expired', { organizationId, modelId, status, objects });
  });
}
