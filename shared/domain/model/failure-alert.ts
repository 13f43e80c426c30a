import type { MailMessageOf } from '../../contract/messages.ts';
import type { FailureReason } from '../../contract/schemas.ts';
import { FAILURE_REASONS } from '../../contract/statuses.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { HOUR, isoTime } from '../../platform/clock.ts';
import { both, equals, unchanged } from '../../table/condition.ts';
import { ifStill } from '../../table/conflict.ts';
import { dueUntil, keys, sweepIndexes } from '../../table/keys.ts';
import { onlyIf, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/** An outage of a provider concerns many models, but owners get no two mails within this time. */
export const FAILURE_MAIL_INTERVAL = 3 * HOUR;

/** The counts of an alert, by the reasons of the failures. Names of attributes have no hyphen. */
const COUNTS = {
  'training-failed': 'trainingFailed',
  'generation-failed': 'generationFailed',
  'photos-refused': 'photosRefused',
  'likeness-too-low': 'likenessTooLow',
  'timed-out': 'timedOut',
  'internal-error': 'internalError',
} as const satisfies Record<FailureReason, string>;
type Count = (typeof COUNTS)[FailureReason];

/** The models of an organization that have failed for good, and that no mail has told the owners of. */
export interface FailureAlert extends Partial<Record<Count, number>> {
  organizationId: string;
  /** The time of the last mail, or of the failure that has stored its event. */
  mailedAt: string;
  /** Changes with every mail. */
  mails: number;
}

/**
 * Has the owners told of a model that has failed for good: by a mail, or within three hours of one by the next.
 * @throws ConcurrencyConflict, when committed, if the mail was sent meanwhile, or another transaction stores one.
 */
export async function failureAlertWrites(
  context: DomainContext,
  organizationId: string,
  reason: FailureReason,
): Promise<Transaction> {
  const key = keys.failureAlert(organizationId);
  const alert = await context.table.get<FailureAlert>(key);
  const now = context.clock.now();
  const mailsNow = !alert || (failuresOf(alert).length === 0 && now >= nextMailAt(alert.mailedAt));
  const mailedAt = mailsNow ? isoTime(now) : alert.mailedAt;
  const message: MailMessageOf<'models-failed'> = { template: 'models-failed', organizationId };
  const count = update(
    key,
    {
      set: { organizationId, mailedAt, ...indexKey(organizationId, mailedAt) },
      add: { [COUNTS[reason]]: 1, mails: mailsNow ? 1 : 0 },
    },
    ifStill(unchanged('mails', alert?.mails), `The owners of ${organizationId} have been mailed.`),
  );
  const id = context.newId('timer');
  return [
    { ...count, contended: true },
    ...(mailsNow ? [mailEventWrite(context, keys.failureAlertEvent(organizationId, id), message)] : []),
  ];
}

/** The failures that no mail has told of, by reason. */
export function failuresOf(alert: FailureAlert): { reason: FailureReason; models: number }[] {
  return FAILURE_REASONS.map((reason) => ({ reason, models: alert[COUNTS[reason]] ?? 0 })).filter(
    ({ models }) => models > 0,
  );
}

/** Records that a mail has told of these failures. Those counted meanwhile are left for the next one. */
export async function noteFailureMail(context: DomainContext, alert: FailureAlert): Promise<void> {
  const { organizationId } = alert;
  const key = keys.failureAlert(organizationId);
  const mailedAt = isoTime(context.clock.now());
  const counts = Object.values(COUNTS);
  const isSame = both(equals('mails', alert.mails), ...counts.map((count) => unchanged(count, alert[count])));
  const cleared = await context.table.write(
    update(
      key,
      { set: { mailedAt, mails: alert.mails + 1 }, remove: [...counts, 'GSI1PK', 'GSI1SK'] },
      onlyIf(isSame),
    ),
  );
  if (cleared.written) return;
  const told = Object.fromEntries(counts.map((count) => [count, -(alert[count] ?? 0)]));
  await context.table.write(
    update(
      key,
      { set: { mailedAt, mails: alert.mails + 1, ...indexKey(organizationId, mailedAt) }, add: told },
      onlyIf(equals('mails', alert.mails)),
    ),
  );
}

/** Has the owners of all organizations told of the failures that wait for a mail. @returns the number of mails. */
export async function sweepFailureAlerts(
  context: DomainContext,
  send: (message: MailMessageOf<'models-failed'>) => Promise<void>,
): Promise<{ mails: number }> {
  const waiting = context.table.queryShards<FailureAlert>(sweepIndexes.failureAlerts.shards(), {
    between: dueUntil(isoTime(context.clock.now())),
  });
  let mails = 0;
  for await (const { organizationId } of waiting) {
    await send({ template: 'models-failed', organizationId });
    mails += 1;
  }
  return { mails };
}

function nextMailAt(mailedAt: string): number {
  return Date.parse(mailedAt) + FAILURE_MAIL_INTERVAL;
}

function indexKey(organizationId: string, mailedAt: string) {
  return sweepIndexes.failureAlerts.key(isoTime(nextMailAt(mailedAt)), organizationId);
}
