import type { MailMessageOf } from '../../contract/messages.ts';
import { inviteMail } from '../../mail/member-mail.ts';
import type { Mailer } from '../../mail/message.ts';
import { isoTime } from '../../platform/clock.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { acquaintance, findMember } from '../member/member.ts';
import { recipientOf } from '../member/recipient.ts';
import { photosByOf, readOrganization } from '../organization/organization.ts';
import { findInvite, inviteLink, inviteNotFound, validityOf } from './invite.ts';
import { MAILS_WITH_REMINDERS } from './mail-limit.ts';

/** Mails a pending invite, unless a later mail was sent. Recorded once SES has accepted it, so it is rarely sent twice. */
export async function mailInvite(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, inviteId, mail, isReminder }: MailMessageOf<'invite'>,
): Promise<void> {
  const [invite, organization] = await Promise.all([
    findInvite(context, organizationId, inviteId),
    readOrganization(context, organizationId),
  ]);
  if (!invite) throw inviteNotFound();
  const now = context.clock.now();
  if ((invite.mailed ?? 0) >= mail || validityOf(invite, now) !== 'pending') return;
  // A mail may wait for days, until SES takes it.
  if (isReminder && invite.wantsNoReminders) return;
  const member =
    invite.renews === undefined ? undefined : await findMember(context, organizationId, invite.renews);
  const link = inviteLink(appUrl, inviteId);
  const isReminded =
    organization.remindEveryDays !== undefined && mail < MAILS_WITH_REMINDERS && !invite.wantsNoReminders;
  const isSent = await mailer.send(
    inviteMail(await recipientOf(context, invite.email, member, organization), {
      link,
      expiresAt: invite.expiresAt,
      photosBy: photosByOf(organization, now),
      ...(isReminded && { stopRemindersLink: `${link}&reminders=stop` }),
    }),
    { organizations: [organizationId], invite: inviteId, recipient: acquaintance(member) },
  );
  if (!isSent) return;
  await context.table.commit([
    update(
      keys.invite(organizationId, inviteId),
      { set: { mailed: mail, mailedAt: isoTime(now) } },
      onlyIf(exists, inviteNotFound),
    ),
  ]);
}
