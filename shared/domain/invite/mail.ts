import type { MailMessageOf } from '../../contract/messages.ts';
import { UPLOAD_REQUIREMENTS } from '../../contract/upload-requirements.ts';
import { inviteMail, reminderMail } from '../../mail/member-mail.ts';
import type { Mail, Mailer, Posting } from '../../mail/message.ts';
import { isoTime } from '../../platform/clock.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { unaskedLink } from '../member/mailed-link.ts';
import { acquaintance, findMember } from '../member/member.ts';
import { recipientOf } from '../member/recipient.ts';
import { findMemberModel } from '../model/model.ts';
import { type Organization, photosByOf, readOrganization } from '../organization/organization.ts';
import { findAwaited } from './awaited-member.ts';
import { findInvite, type Invite, inviteLink, inviteNotFound, validityOf } from './invite.ts';

/**
 * Mails a pending invite, or once it is used a reminder to its member, unless a later mail was sent. Recorded once SES has
 * accepted it, so it is rarely sent twice.
 */
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
  // Those requested before the sign-up are about the invite.
  if (Math.max(invite.mailed ?? 0, invite.signedUp?.mails ?? 0) >= mail) return;
  const isReminded = organization.remindEveryDays !== undefined && !invite.wantsNoReminders;
  // A mail may wait for days, until SES takes it.
  if (isReminder && !isReminded) return;
  const composed = await COMPOSE[validityOf(invite, context.clock.now())](context, appUrl, {
    invite,
    organization,
    stopRemindersLink: isReminded ? `${inviteLink(appUrl, inviteId)}&reminders=stop` : undefined,
  });
  if (!composed) return;
  const isSent = await mailer.send(composed.mail, { organizations: [organizationId], ...composed.posting });
  if (!isSent) return;
  await context.table.commit([
    update(
      keys.invite(organizationId, inviteId),
      { set: { mailed: mail, mailedAt: isoTime(context.clock.now()) } },
      onlyIf(exists, inviteNotFound),
    ),
  ]);
}

interface Subject {
  invite: Invite;
  organization: Organization;
  stopRemindersLink: string | undefined;
}

type Composed = { mail: Mail; posting: Pick<Posting, 'invite' | 'recipient'> } | undefined;

const COMPOSE = { pending: composeInvite, used: composeReminder, 'not-valid': async () => undefined };

async function composeInvite(
  context: DomainContext,
  appUrl: string,
  { invite, organization, stopRemindersLink }: Subject,
): Promise<Composed> {
  const { id, organizationId, email, expiresAt, renews } = invite;
  const member = renews === undefined ? undefined : await findMember(context, organizationId, renews);
  const mail = inviteMail(await recipientOf(context, email, member, organization), {
    link: inviteLink(appUrl, id),
    expiresAt,
    photosBy: photosByOf(organization, context.clock.now()),
    stopRemindersLink,
  });
  return { mail, posting: { invite: id, recipient: acquaintance(member) } };
}

async function composeReminder(
  context: DomainContext,
  appUrl: string,
  { invite, organization, stopRemindersLink }: Subject,
): Promise<Composed> {
  const { organizationId } = invite;
  const member = await findAwaited(context, invite);
  if (!member) return undefined;
  const photos = (await findMemberModel(context, organizationId, member))?.acceptedUploads ?? 0;
  const mail = reminderMail(await recipientOf(context, member.email, member, organization), {
    ...(await unaskedLink(context, appUrl, organizationId, member.id)),
    photos,
    missing: Math.max(0, UPLOAD_REQUIREMENTS.minPhotos - photos),
    photosBy: photosByOf(organization, context.clock.now()),
    stopRemindersLink,
  });
  return { mail, posting: { recipient: acquaintance(member) } };
}
