import { Problem } from '../../contract/errors.ts';
import { UPLOAD_REQUIREMENTS } from '../../contract/upload-requirements.ts';
import { DAY, epochSeconds, isoTime, SECOND } from '../../platform/clock.ts';
import { absent, atMost, either } from '../../table/condition.ts';
import { keys, scopes } from '../../table/keys.ts';
import { onlyIf, type Transaction, type UpdateWrite, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';

const LARGEST_MODEL_BYTES = UPLOAD_REQUIREMENTS.maxPhotos * UPLOAD_REQUIREMENTS.maxBytes;

/**
 * The most bytes that a member may announce on one day (UTC): all photos of a model in the largest size, twice.
 * A form stays usable for 10 minutes, also when its upload was removed or refused. docs/uploads.md says what one member
 * can leave in the bucket by forms that are used again.
 */
export const MEMBER_BYTES_A_DAY = 2 * LARGEST_MODEL_BYTES;

/** The most bytes that the members of an organization may announce on one day: thousands of them with usual photos. */
export const ORGANIZATION_BYTES_A_DAY = 100 * MEMBER_BYTES_A_DAY;

/** A smaller file counts as much: its record and its judgement cost as much. So a member announces a thousand files a day. */
const LEAST_COUNTED = MEMBER_BYTES_A_DAY / 1000;

/** Counts of a day are kept for one more. */
const RETENTION = 2 * DAY;

/**
 * Counts files that a member is about to upload, by their sizes in bytes; the count of the organization is contended.
 * @throws RATE_LIMIT_EXCEEDED, when committed, if the member or the organization has announced too many today.
 */
export function allowanceWrites(
  context: DomainContext,
  { organizationId, memberId }: Pick<Model, 'organizationId' | 'memberId'>,
  sizes: readonly number[],
): Transaction {
  const bytes = sizes.reduce((sum, size) => sum + Math.max(size, LEAST_COUNTED), 0);
  return [
    allowanceWrite(context, scopes.member(organizationId, memberId), bytes, MEMBER_BYTES_A_DAY),
    {
      ...allowanceWrite(context, scopes.organization(organizationId), bytes, ORGANIZATION_BYTES_A_DAY),
      contended: true,
    },
  ];
}

function allowanceWrite(context: DomainContext, scope: string, bytes: number, limit: number): UpdateWrite {
  const now = context.clock.now();
  const day = isoTime(now).slice(0, 'yyyy-mm-dd'.length);
  return update(
    keys.uploadAllowance(scope, day),
    { add: { bytes }, set: { expiresAtSeconds: epochSeconds(now + RETENTION) } },
    onlyIf(either(absent, atMost('bytes', limit - bytes)), () =>
      usedUp(Math.ceil((DAY - (now % DAY)) / SECOND)),
    ),
  );
}

function usedUp(retryAfterSeconds: number): Problem {
  return new Problem(
    'RATE_LIMIT_EXCEEDED',
    'The photos that were announced today are too large together. Continue tomorrow, or with smaller copies.',
    {},
    retryAfterSeconds,
  );
}
