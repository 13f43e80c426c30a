import type { ModelEvent } from '../../contract/events.ts';
import type { RunInput } from '../../contract/run.ts';
import { withoutPersonalData } from '../../events/payload.ts';
import { type ModelRef, photoKeys, subjectsPrefix } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import { log } from '../../platform/log.ts';
import { exists } from '../../table/condition.ts';
import { collections, type Key, keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { endCopies } from '../copies/remove.ts';
import type { Job } from '../flow/jobs.ts';
import { findMember } from '../member/member.ts';
import { findModel } from './model.ts';

/**
 * Removes what is stored of a deleted model, and what its events and webhooks tell about the person; safe to repeat. Jobs
 * at hosted providers are removed once their deletion is recorded. @returns the runs whose copies are to be deleted.
 */
export async function removeEverything(
  context: DomainContext,
  store: ImageStore,
  { organizationId, modelId }: ModelRef,
): Promise<RunInput[]> {
  const model = await findModel(context, organizationId, modelId);
  // There is no model when the whole organization was erased.
  if (model && model.status !== 'deleted') throw new Error(`${modelId} is not deleted; nothing was removed.`);
  const objects = await store.removeAllOf({ organizationId, modelId });
  const jobs = await context.table.all<Key & Job>(collections.jobs(organizationId, modelId));
  const runs = await endCopies(context, jobs, model ? 'model-deleted' : 'organization-erased');
  const found = await Promise.all([
    context.table.all<Key>(collections.uploads(organizationId, modelId)),
    context.table.all<Key>(collections.photos(organizationId, modelId)),
    jobs,
  ]);
  await context.table.removeAll(found.flat());
  // Apart from other items: no permission reaches both in one call.
  if (model) await context.table.removeAll(await remainingTokens(context, organizationId, model.memberId));
  await scrubWebhooks(context, { organizationId, modelId });
  log.info('images removed', { organizationId, modelId, objects });
  return runs;
}

/** Removes the objects of an erased photo; safe to repeat at any time. */
export async function removePhoto(
  context: DomainContext,
  store: Pick<ImageStore, 'remove'>,
  { organizationId, modelId }: ModelRef,
  photoId: string,
): Promise<void> {
  const photo = await context.table.get(keys.photo(organizationId, modelId, photoId));
  if (photo) throw new Error(`${photoId} is not erased; nothing was removed.`);
  await store.remove(photoKeys({ organizationId, modelId }, photoId));
  log.info('photo removed', { organizationId, modelId });
}

/** The tokens of a member who was deleted with the model. An invited member stays, and stays signed in. */
async function remainingTokens(
  context: DomainContext,
  organizationId: string,
  memberId: string,
): Promise<Key[]> {
  const member = await findMember(context, organizationId, memberId);
  return member ? [] : context.table.all<Key>(collections.memberTokens(organizationId, memberId));
}

/** Empties the personal fields in the model's events, and the receiver's answers in their log. */
async function scrubWebhooks(context: DomainContext, { organizationId, modelId }: ModelRef): Promise<void> {
  for await (const event of context.table.query<ModelEvent>(collections.events(organizationId, modelId))) {
    const webhooks = event.webhooks.map((webhook) => ({
      ...webhook,
      body: withoutPersonalData(webhook.body),
    }));
    if (webhooks.some(({ body }, position) => body !== event.webhooks[position]?.body)) {
      await changeIfStored(context, keys.event(organizationId, modelId, event.sequence), { webhooks });
    }
    for (const { id } of webhooks) await scrubLog(context, organizationId, id);
  }
}

async function scrubLog(context: DomainContext, organizationId: string, webhookId: string): Promise<void> {
  const attempts = context.table.query<Key & { responseStart: string }>(
    collections.deliveryAttempts(organizationId, webhookId),
  );
  for await (const attempt of attempts) {
    if (attempt.responseStart) await changeIfStored(context, attempt, { responseStart: '' });
  }
}

/** Changes an item, unless it has expired meanwhile. */
async function changeIfStored(context: DomainContext, key: Key, set: Record<string, unknown>): Promise<void> {
  await context.table.write(update(key, { set }, onlyIf(exists)));
}

/** Removes the cut-outs of a model whose photos are ready; safe to repeat. */
export async function removeSubjects(
  context: DomainContext,
  store: ImageStore,
  ref: ModelRef,
): Promise<void> {
  const model = await findModel(context, ref.organizationId, ref.modelId);
  if (model?.status !== 'active') return;
  const objects = await store.removeAll(subjectsPrefix(ref));
  log.info('cut-outs removed', { ...ref, objects });
}
