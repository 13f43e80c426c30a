import type { ModelEvent } from '../contract/events.ts';
import type { DomainContext } from '../domain/context.ts';
import { type BatchJob, storedIds } from '../domain/flow/jobs.ts';
import { isInProgress, isStuck, mayRestart } from '../domain/model/deadline.ts';
import type { Model } from '../domain/model/model.ts';
import type { Photo } from '../domain/photo/photo.ts';
import type { Upload } from '../domain/upload/upload.ts';
import { withoutPersonalData } from '../events/payload.ts';
import { incomingPrefix, photoKeys, photosPrefix, uploadKey, uploadsPrefix } from '../images/keys.ts';
import type { ImageStore } from '../images/store.ts';
import { MINUTE } from '../platform/clock.ts';
import { collections, type IndexKey, queueIndex, sweepIndexes } from '../table/keys.ts';
import { auditDeliveryQueue } from './delivery-queues.ts';

/**
 * The violations in one model, a sentence each.
 * @param ledgerSum the sum of the model's ledger entries
 */
export async function auditModel(
  context: DomainContext,
  store: ImageStore,
  model: Model,
  ledgerSum: number,
): Promise<string[]> {
  const { organizationId, id } = model;
  const ref = { organizationId, modelId: id };
  const [uploads, photos, events, incomingObjects, uploadObjects, photoObjects] = await Promise.all([
    context.table.all<Upload>(collections.uploads(organizationId, id)),
    context.table.all<Photo>(collections.photos(organizationId, id)),
    context.table.all<ModelEvent>(collections.events(organizationId, id)),
    store.list(incomingPrefix(ref)),
    store.list(uploadsPrefix(ref)),
    store.list(photosPrefix(ref)),
  ]);
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(`${id} (${model.status}): ${sentence}`);
  };

  expect(ledgerSum === (model.creditTaken ? -1 : 0), `its ledger entries sum to ${ledgerSum}.`);
  expect(!(model.isDevelopment && model.creditTaken), 'a development model took a credit.');
  expect(
    (model.failureReason !== undefined) === (model.status === 'failed' && !mayRestart(model)),
    `its failure reason is ${model.failureReason}.`,
  );
  expectSequence(model, events, expect);
  expectDeadline(model, context.clock.now(), expect);
  violations.push(...(await auditDeliveryQueue(context, model, events)));

  if (model.status === 'deleted') {
    expect(model.email === '' && model.title === '', 'its tombstone holds personal data.');
    const deletedAgo = context.clock.now() - Date.parse(model.deletedAt ?? model.createdAt);
    expect(deletedAgo < CLEANUP_TIME || events.every(isScrubbed), 'its events hold personal data.');
    expect(uploads.length + photos.length === 0, 'uploads or photos of it are still listed.');
    const objects = [...incomingObjects, ...uploadObjects, ...photoObjects];
    expect(objects.length === 0, 'objects of it are still stored.');
    return violations;
  }

  const announced = uploads.filter((upload) => upload.status !== 'refused').length;
  const accepted = uploads.filter((upload) => upload.status === 'accepted');
  expect(
    announced === model.uploadCount,
    `${announced} uploads are not refused, ${model.uploadCount} are counted.`,
  );
  expect(
    accepted.length === model.acceptedUploads,
    `${accepted.length} uploads are accepted, ${model.acceptedUploads} are counted.`,
  );
  const files = accepted.flatMap(({ fingerprint }) => (fingerprint ? [fingerprint.file] : []));
  expect(new Set(files).size === files.length, 'two of its accepted uploads are the same file.');
  const stored = new Set([...uploadObjects, ...photoObjects]);
  for (const upload of accepted) {
    expect(stored.has(uploadKey(ref, upload.id)), `the accepted upload ${upload.id} is not stored.`);
  }
  if (model.status === 'active') {
    expectPhotos(model, photos, stored, photoObjects.length, expect);
    const jobs = await context.table.all<BatchJob>(collections.generationJobs(organizationId, id, model.run));
    const planned = jobs.flatMap(storedIds).length;
    expect(
      planned === model.photoCount,
      `its batches have stored ${planned} photos, ${model.photoCount} are counted.`,
    );
  }
  return violations;
}

type Expect = (holds: boolean, sentence: string) => void;

/** The cleanup queue takes the personal data out of the events of a deleted model within this time. */
const CLEANUP_TIME = 5 * MINUTE;

function isScrubbed({ webhooks }: ModelEvent): boolean {
  return webhooks.every(({ body }) => withoutPersonalData(body) === body);
}

/** Events are numbered without gaps; the oldest may have expired. */
function expectSequence(model: Model, events: readonly ModelEvent[], expect: Expect): void {
  const last = events.at(-1);
  if (last)
    expect(last.sequence === model.sequence, `its last event is ${last.sequence}, not ${model.sequence}.`);
  for (const [position, event] of events.entries()) {
    const expected = (events[0]?.sequence ?? 1) + position;
    expect(event.sequence === expected, `event ${expected} is missing.`);
  }
}

/**
 * A model that the flow has to advance is in the index of the sweep for stuck models, and one that waits for a
 * permit is in the queue of its provider. Any other model with uploads is in the index of the sweep for expired
 * uploads.
 */
function expectDeadline(model: Model & Partial<IndexKey>, now: number, expect: Expect): void {
  expect(!isStuck(model, now), `the flow had to advance it by ${model.deadline}.`);
  const expected = expectedIndexKey(model);
  expect(
    model.GSI1PK === expected?.GSI1PK && model.GSI1SK === expected?.GSI1SK,
    'its status contradicts its keys in the index of deadlines, queues and expiries.',
  );
}

function expectedIndexKey(model: Model): IndexKey | undefined {
  if (model.queued) return queueIndex(model.queued.provider).key(model.queued.startTag, model.id);
  if (isInProgress(model)) return sweepIndexes.deadlines.key(model.deadline ?? '', model.id);
  return model.uploadsExpireAt === undefined
    ? undefined
    : sweepIndexes.images.key(model.uploadsExpireAt, model.id);
}

function expectPhotos(
  model: Model,
  photos: readonly Photo[],
  stored: ReadonlySet<string>,
  objects: number,
  expect: Expect,
): void {
  const ref = { organizationId: model.organizationId, modelId: model.id };
  const active = photos.filter((photo) => photo.status === 'active');
  expect(
    active.length === model.availableCount,
    `${active.length} photos are active, ${model.availableCount} are counted as available.`,
  );
  expect(
    photos.length <= model.photoCount,
    `${photos.length} photos are listed, ${model.photoCount} were generated.`,
  );
  for (const photo of photos) {
    const whole = photoKeys(ref, photo.id).every((key) => stored.has(key));
    expect(whole, `the photo ${photo.id} is not stored in all sizes.`);
  }
  const expected = photos.flatMap((photo) => photoKeys(ref, photo.id)).length;
  expect(objects === expected, `${objects} objects are stored for ${photos.length} photos.`);
  const { favoritePhotoId } = model;
  expect(
    favoritePhotoId === undefined || active.some((photo) => photo.id === favoritePhotoId),
    `its favorite ${favoritePhotoId} is not an active photo.`,
  );
}
