import { Problem } from '../../contract/errors.ts';
import type { UploadReasonCode } from '../../contract/upload-reason-codes.ts';
import { UPLOAD_REQUIREMENTS } from '../../contract/upload-requirements.ts';
import type { Fingerprint } from '../../images/content/fingerprint.ts';
import type { RefusedVerdict } from '../../images/reasons.ts';
import { isoTime } from '../../platform/clock.ts';
import { atMost, both, type Condition, equals, unchanged } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import { collections, keys } from '../../table/keys.ts';
import { onlyIf, put, remove, type Transaction, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { allowanceWrites } from './allowance.ts';

export type UploadStatus = 'pending' | 'accepted' | 'refused';

export interface Upload {
  id: string;
  status: UploadStatus;
  /** The reason why the upload was refused, for the member. */
  reason?: string;
  /** The reason for programs. */
  reasonCode?: UploadReasonCode;
  /** The fingerprint of an accepted upload, by which its duplicates are recognised. */
  fingerprint?: Fingerprint;
  type: string;
  /** The announced size in bytes. */
  size: number;
  /** Judgements that began, with those that never ended. */
  judgements: number;
  createdAt: string;
}

export interface AnnouncedFile {
  name: string;
  type: string;
  size: number;
}

const EXTENSION_OF_HEIC = /\.hei[cf]$/i;

/**
 * Records the files that a member is about to upload. Refused uploads do not count towards the model's limit.
 * `modelOf` is called once the files are known to be acceptable, since the first upload may create the model.
 * @throws INVALID_REQUEST for a file that can never be accepted, or for more uploads than the limit;
 *   RATE_LIMIT_EXCEEDED when the allowance of the day is used up.
 */
export async function announceUploads(
  context: DomainContext,
  modelOf: () => Promise<Model>,
  files: readonly AnnouncedFile[],
): Promise<{ model: Model; uploads: Upload[] }> {
  for (const file of files) requireAcceptable(file);
  const model = await modelOf();
  requireOnboarding(model);
  const uploads = files.map(
    ({ type, size }): Upload => ({
      id: context.newId('upload'),
      status: 'pending',
      type,
      size,
      judgements: 0,
      createdAt: isoTime(context.clock.now()),
    }),
  );
  // The first failed condition decides the error: the model's limit, then the allowances.
  await context.table.commit([
    modelWrite(
      model,
      { uploadCount: uploads.length },
      atMost('uploadCount', UPLOAD_REQUIREMENTS.maxPhotos - uploads.length),
      tooManyUploads,
    ),
    ...allowanceWrites(
      context,
      model,
      files.map(({ size }) => size),
    ),
    ...uploads.map((upload) => put({ ...uploadKeyOf(model, upload.id), ...upload })),
  ]);
  return { model, uploads };
}

/** @throws NOT_FOUND when the model has no such upload. */
export async function readUpload(context: DomainContext, model: Model, uploadId: string): Promise<Upload> {
  const upload = await context.table.get<Upload>(uploadKeyOf(model, uploadId));
  if (!upload) throw new Problem('NOT_FOUND', 'The upload does not exist.');
  return upload;
}

export async function listUploads(context: DomainContext, model: Model): Promise<Upload[]> {
  return context.table.all<Upload>(collections.uploads(model.organizationId, model.id));
}

/** A verdict on the file of an upload, as far as its record keeps it. */
export type RecordedVerdict = { accepted: true; fingerprint?: Fingerprint } | RefusedVerdict;

/**
 * Records the verdict on an upload, once.
 * @param acceptances those of the model when the upload was compared with the accepted ones, by its fingerprint
 * @throws INVALID_REQUEST when it was judged or removed meanwhile; ConcurrencyConflict when another upload of the model
 *   was accepted since the comparison.
 */
export async function judgedUpload(
  context: DomainContext,
  model: Model,
  upload: Upload,
  verdict: RecordedVerdict,
  { acceptances }: Pick<Model, 'acceptances'> = model,
): Promise<Upload> {
  requireOnboarding(model);
  const judged: Upload = verdict.accepted
    ? { ...upload, status: 'accepted', ...(verdict.fingerprint && { fingerprint: verdict.fingerprint }) }
    : { ...upload, status: 'refused', reason: verdict.reason, reasonCode: verdict.reasonCode };
  const { status, reason, reasonCode, fingerprint } = judged;
  await context.table.commit([
    update(
      uploadKeyOf(model, upload.id),
      { set: { status, reason, reasonCode, fingerprint } },
      onlyIf(equals('status', 'pending'), alreadyJudged),
    ),
    verdict.accepted
      ? modelWrite(
          model,
          { acceptedUploads: 1, acceptances: 1 },
          verdict.fingerprint && unchanged('acceptances', acceptances),
        )
      : modelWrite(model, { uploadCount: -1, refusedUploads: 1 }),
  ]);
  return judged;
}

export async function removeUpload(context: DomainContext, model: Model, upload: Upload): Promise<void> {
  requireOnboarding(model);
  const counters: UploadCounters = {
    ...(upload.status !== 'refused' && { uploadCount: -1 }),
    ...(upload.status === 'accepted' && { acceptedUploads: -1 }),
  };
  const writes: Transaction = [
    remove(
      uploadKeyOf(model, upload.id),
      onlyIf(
        equals('status', upload.status),
        () => new Problem('NOT_FOUND', 'The upload has changed or was removed meanwhile; read it again.'),
      ),
    ),
    ...(upload.status === 'refused' ? [] : [modelWrite(model, counters)]),
  ];
  await context.table.commit(writes);
}

/** An upload as its member sees it. */
export function describeUpload({ id, status, reason, reasonCode }: Upload) {
  return {
    id,
    status,
    ...(reason !== undefined && { reason }),
    ...(reasonCode !== undefined && { reasonCode }),
  };
}

function uploadKeyOf(model: Model, uploadId: string) {
  return keys.upload(model.organizationId, model.id, uploadId);
}

type UploadCounters = Partial<
  Record<'uploadCount' | 'acceptedUploads' | 'acceptances' | 'refusedUploads', number>
>;

/** Changes the model's counters, on condition that it is in onboarding. */
function modelWrite(
  model: Model,
  add: UploadCounters,
  condition?: Condition,
  otherwise: () => Error = anotherAccepted,
): Write {
  const inOnboarding = equals('status', 'onboarding');
  return update(
    keys.model(model.organizationId, model.id),
    { add },
    onlyIf(condition ? both(inOnboarding, condition) : inOnboarding, (existing) =>
      existing?.status === 'onboarding' ? otherwise() : onboardingIsOver(),
    ),
  );
}

function requireAcceptable({ name, type, size }: AnnouncedFile): void {
  if (size > UPLOAD_REQUIREMENTS.maxBytes) {
    throw new Problem(
      'INVALID_REQUEST',
      `'${name}' has ${Math.ceil(size / 1024 / 1024)} MB; at most ${UPLOAD_REQUIREMENTS.maxBytes / 1024 / 1024} MB are possible.`,
    );
  }
  if (UPLOAD_REQUIREMENTS.types.some((allowed) => allowed === type)) return;
  const advice = EXTENSION_OF_HEIC.test(name) ? ' HEIC images have to be saved as JPEG first.' : '';
  throw new Problem(
    'INVALID_REQUEST',
    `'${name}' is of type '${type}'; the accepted types are ${UPLOAD_REQUIREMENTS.types.join(', ')}.${advice}`,
  );
}

function requireOnboarding(model: Model): void {
  if (model.status !== 'onboarding') throw onboardingIsOver();
}

function onboardingIsOver(): Problem {
  return new Problem('INVALID_REQUEST', 'Onboarding is finished; its photos can no longer be changed.');
}

function tooManyUploads(): Problem {
  return new Problem(
    'INVALID_REQUEST',
    `A model takes at most ${UPLOAD_REQUIREMENTS.maxPhotos} photos; remove one to make room.`,
  );
}

function alreadyJudged(): Problem {
  return new Problem('INVALID_REQUEST', 'The upload was judged already, or removed.');
}

function anotherAccepted(): ConcurrencyConflict {
  return new ConcurrencyConflict('Another upload of the model was accepted meanwhile.');
}
