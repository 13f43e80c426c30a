import { Problem } from '../../contract/errors.ts';
import { DAY, epochSeconds, isoTime, SECOND } from '../../platform/clock.ts';
import { atMost, attributeAbsent, either } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { readBalance } from '../organization/credits.ts';

/** The times of the latest mails to one address, in milliseconds since the epoch: as many as the limit allows. */
export type MailsTo = Partial<Record<(typeof TIMES)[number], number>>;

const TIMES = ['first', 'second', 'third'] as const;

/** Invite mails from one organization to one address within any 24 hours. */
export const MAILS_PER_ADDRESS = TIMES.length;

/** Invite mails of an organization on a day in UTC: two pending invites a credit, each mailed twice, fit below it. */
export function mailsPerDay(credits: number): number {
  return 50 + 4 * credits;
}

/** A limit of invite mails is reached until `freeAt`, in milliseconds since the epoch. */
export class InviteMailsExceeded extends Problem {
  constructor(message: string, now: number, freeAt: number) {
    super('RATE_LIMIT_EXCEEDED', message, {}, Math.max(1, Math.ceil((freeAt - now) / SECOND)));
  }
}

/** Counts a mail to an address. @throws InviteMailsExceeded or {@link ConcurrencyConflict}, when committed. */
export function mailCountWrite(
  { clock }: DomainContext,
  organizationId: string,
  email: string,
  mails: MailsTo = {},
): Write {
  const now = clock.now();
  const oldest = oldestOf(mails);
  return update(
    keys.inviteMailsTo(organizationId, email),
    { set: { [oldest]: now, expiresAtSeconds: epochSeconds(now + DAY) } },
    onlyIf(
      either(attributeAbsent(oldest), atMost(oldest, now - DAY)),
      (existing = {}) =>
        addressLimit(email, existing, now) ??
        new ConcurrencyConflict('Another invite mail to the address was counted.'),
    ),
  );
}

/** The error for another mail to an address; undefined while there may be one. */
export function addressLimit(email: string, mails: MailsTo, now: number): InviteMailsExceeded | undefined {
  const freeAt = (mails[oldestOf(mails)] ?? 0) + DAY;
  if (freeAt <= now) return undefined;
  return new InviteMailsExceeded(
    `${MAILS_PER_ADDRESS} invite mails were sent to ${email} within 24 hours; the next is possible at ${isoTime(freeAt)}. The link of a pending invite can be passed on by other means.`,
    now,
    freeAt,
  );
}

/** The attribute that the next mail overwrites: one that is free, or the oldest. */
function oldestOf(mails: MailsTo): (typeof TIMES)[number] {
  return TIMES.reduce((oldest, time) => ((mails[time] ?? 0) < (mails[oldest] ?? 0) ? time : oldest));
}

/** Reads what {@link mailCountWrite} decides by. */
export async function readMailsTo(
  context: DomainContext,
  organizationId: string,
  email: string,
): Promise<MailsTo | undefined> {
  return context.table.get<MailsTo>(keys.inviteMailsTo(organizationId, email));
}

/** Counts mails on this day. @throws InviteMailsExceeded, also when committed, without room for all of them. */
export async function mailsOnDayWrite(
  context: DomainContext,
  organizationId: string,
  count: number,
): Promise<Write> {
  const now = context.clock.now();
  const { credits } = await readBalance(context, organizationId);
  const most = mailsPerDay(credits);
  if (count > most) throw dayExceeded(now, most);
  return update(
    keys.inviteMailsOn(organizationId, dayOf(now)),
    { add: { mails: count }, set: { expiresAtSeconds: epochSeconds(now + 2 * DAY) } },
    onlyIf(either(attributeAbsent('mails'), atMost('mails', most - count)), () => dayExceeded(now, most)),
  );
}

/** The number of invite mails that the organization can still send on this day in UTC. */
export async function mailsLeftToday(
  { table, clock }: DomainContext,
  organizationId: string,
  credits: number,
): Promise<number> {
  const counted = await table.get<{ mails: number }>(keys.inviteMailsOn(organizationId, dayOf(clock.now())));
  return Math.max(0, mailsPerDay(credits) - (counted?.mails ?? 0));
}

/** The day in UTC of a time in milliseconds since the epoch. */
export function dayOf(now: number): string {
  return isoTime(now).slice(0, 'YYYY-MM-DD'.length);
}

function dayExceeded(now: number, most: number): Problem {
  const midnight = (Math.floor(now / DAY) + 1) * DAY;
  return new InviteMailsExceeded(
    `The organization can send ${most} invite mails a day with its credits; the next are possible at ${isoTime(midnight)}.`,
    now,
    midnight,
  );
}
