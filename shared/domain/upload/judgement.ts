import { Problem } from '../../contract/errors.ts';
import { JUDGEMENT_SECONDS } from '../../contract/upload-requirements.ts';
import { SECOND } from '../../platform/clock.ts';
import { atMost, both, equals } from '../../table/condition.ts';
import { type Key, keys } from '../../table/keys.ts';
import { releaseLease, takeLease } from '../../table/lease.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import type { Upload } from './upload.ts';

/** The judgements of one upload that may begin. A further one would probably end as the others: not at all. */
export const MAX_JUDGEMENTS = 3;

/** Judgements of one member at the same time: each keeps a function of 1.5 GB busy, and the page sends three photos. */
export const JUDGEMENTS_AT_ONCE = 4;

/** The time after which the function that holds a lease has certainly ended. */
const LEASE_DURATION = (JUDGEMENT_SECONDS + 1) * SECOND;

/**
 * Does the work of a judgement under one of the member's leases. A function that dies keeps its lease until it
 * expires, so that no member occupies more functions than there are leases.
 * @throws RATE_LIMIT_EXCEEDED when all leases are taken.
 */
export async function withJudgementLease<Result>(
  context: DomainContext,
  { organizationId, memberId }: Pick<Model, 'organizationId' | 'memberId'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const leases = Array.from({ length: JUDGEMENTS_AT_ONCE }, (_, number) =>
    keys.judgementLease(organizationId, memberId, number),
  );
  const lease = await takeLease(context, leases, LEASE_DURATION);
  if (!lease) throw tooManyAtOnce();
  try {
    return await work();
  } finally {
    await releaseLease(context, lease);
  }
}

/**
 * Counts a judgement before it begins, so that one that dies counts as well.
 * @returns false when no further one may begin, or the upload is no longer pending
 */
export async function countJudgement(context: DomainContext, uploadKey: Key): Promise<boolean> {
  const { written } = await context.table.write<Upload>(
    update(
      uploadKey,
      { add: { judgements: 1 } },
      onlyIf(both(equals('status', 'pending'), atMost('judgements', MAX_JUDGEMENTS - 1))),
    ),
  );
  return written;
}

/** A judgement takes about this long. */
const RETRY_SECONDS = 2;

function tooManyAtOnce(): Problem {
  return new Problem(
    'RATE_LIMIT_EXCEEDED',
    `${JUDGEMENTS_AT_ONCE} photos are being checked already. Try again in a few seconds.`,
    {},
    RETRY_SECONDS,
  );
}
