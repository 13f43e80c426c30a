import { Problem } from '../../contract/errors.ts';
import { DAY } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { unlessConflict } from '../../table/conflict.ts';
import { sweepIndexes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { findOrganization, type Organization } from '../organization/organization.ts';
import { findAwaited, leaveSweeps } from './awaited-member.ts';
import { type Invite, validityOf } from './invite.ts';
import { readMailsTo } from './mail-limit.ts';
import { mailReminder } from './resend.ts';

/** The hour of reminders in UTC: within the working day from Los Angeles to Helsinki. */
const HOUR_OF_DAY = 15;

/** Whether reminders are sent now: on working days, in one hour of them. */
export function isTimeToRemind(plannedAt: number): boolean {
  const time = new Date(plannedAt);
  const isWeekend = time.getUTCDay() === 0 || time.getUTCDay() === 6;
  return !isWeekend && time.getUTCHours() === HOUR_OF_DAY;
}

/** The most reminders of an invite, and again after the sign-up. A mail that was asked for by hand counts as one. */
const REMINDERS = 2;

/** Whether a reminder is due, of the invite or after the sign-up: another one is planned by now, and no mail was sent for as long. */
export function isReminderDue(invite: Invite, everyDays: number, now: number): boolean {
  const { mails = 1, createdAt, mailedAt = createdAt, signedUp } = invite;
  if (invite.wantsNoReminders || validityOf(invite, now) === 'not-valid') return false;
  const { at, mails: before } = signedUp ?? { at: createdAt, mails: 1 };
  const wait = everyDays * DAY;
  const wanted = before + Math.min(REMINDERS, Math.floor((now - Date.parse(at)) / wait));
  const isRecent = Date.parse(mailedAt) > now - wait;
  return mails < wanted && !isRecent;
}

/**
 * Reminds people of pending invites, and members who have not sent their photos, in organizations that have set
 * `remindEveryDays`. Safe to run twice.
 * @param plannedAt the time for which the run was planned, in milliseconds since the epoch
 * @throws AggregateError, at the end, of failures.
 */
export async function remindInvited(
  context: DomainContext,
  plannedAt: number,
): Promise<{ reminded: number }> {
  if (!isTimeToRemind(plannedAt)) return { reminded: 0 };
  const now = context.clock.now();
  const organizations = new Map<string, Promise<Organization | undefined>>();
  const failures: unknown[] = [];
  let reminded = 0;
  for await (const invite of context.table.queryShards<Invite>(sweepIndexes.invites.shards())) {
    const { organizationId } = invite;
    const reading = organizations.get(organizationId) ?? findOrganization(context, organizationId);
    organizations.set(organizationId, reading);
    try {
      const { remindEveryDays } = (await reading) ?? {};
      if (remindEveryDays === undefined || !isReminderDue(invite, remindEveryDays, now)) continue;
      if (await remind(context, invite)) reminded += 1;
    } catch (error) {
      log.error('person not reminded', error, { organizationId });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} reminders failed.`);
  return { reminded };
}

/** @returns false when there is nobody to remind, the invite was closed or mailed meanwhile, or a limit of mails is reached. */
async function remind(context: DomainContext, invite: Invite): Promise<boolean> {
  const { organizationId } = invite;
  const email = invite.status === 'pending' ? invite.email : (await findAwaited(context, invite))?.email;
  if (email === undefined) {
    await leaveSweeps(context, invite);
    return false;
  }
  // The time of the latest mail is stored in the invite only once SES has accepted it.
  const mails = await readMailsTo(context, organizationId, email);
  const [first = 0, second = 0, third = 0] = [mails?.first, mails?.second, mails?.third];
  if (Math.max(first, second, third) > context.clock.now() - DAY) return false;
  try {
    return await unlessConflict(() => mailReminder(context, invite, email));
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
