import type { MailMessageOf } from '../../contract/messages.ts';
import type { Queues } from '../../events/queues.ts';
import { returnMail } from '../../mail/member-mail.ts';
import type { Mailer } from '../../mail/message.ts';
import { MINUTE } from '../../platform/clock.ts';
import { scopes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { returnLinkWrite } from '../member/mailed-link.ts';
import { acquaintance, findMember, hasAccess, type Member } from '../member/member.ts';
import { recipientOf } from '../member/recipient.ts';
import { TOKEN_FORMAT } from '../member/session.ts';
import { readOrganization } from '../organization/organization.ts';
import { rateLimiter } from '../rate-limit/limiter.ts';
import { fixedPool } from '../rate-limit/pool.ts';
import { findInvite, organizationOfInvite } from './invite.ts';

/** Mails for one invite, or for former links of one member, within the window: the holder of a link cannot flood a mailbox. */
const MAILS = 3;
const MAILS_WINDOW = 15 * MINUTE;

/** Has the member of a used invite mailed a link. The invite is read later, so that the answer tells nothing of it. */
export async function requestReturnLink(
  context: DomainContext,
  queues: Pick<Queues, 'sendMail'>,
  inviteId: string,
): Promise<void> {
  const organizationId = organizationOfInvite(inviteId);
  if (organizationId === undefined) return;
  const pool = fixedPool(scopes.invite(organizationId, inviteId), MAILS_WINDOW, MAILS);
  const { allowed } = await rateLimiter.consume(context, pool);
  if (allowed) await queues.sendMail({ template: 'return', organizationId, inviteId });
}

/**
 * Has the member whom a former link names mailed another one. Of a used link nothing is stored, so who knows the id of a
 * member can ask, as anyone can for an address of a user: the mail goes to the member, and the answer tells nothing.
 */
export async function requestAnotherLink(
  context: DomainContext,
  queues: Pick<Queues, 'sendMail'>,
  token: string,
): Promise<void> {
  const [organizationId, memberId] = TOKEN_FORMAT.return.partsOf(token) ?? [];
  if (organizationId === undefined || memberId === undefined) return;
  const pool = fixedPool(scopes.invite(organizationId, memberId), MAILS_WINDOW, MAILS);
  const { allowed } = await rateLimiter.consume(context, pool);
  if (allowed) await queues.sendMail({ template: 'return-again', organizationId, memberId });
}

/** Mails the member of a used invite, who has access, a link that works once. For any other invite no mail is sent. */
export async function mailReturnLink(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, inviteId }: MailMessageOf<'return'>,
): Promise<void> {
  const invite = await findInvite(context, organizationId, inviteId);
  if (invite?.status !== 'used' || invite.memberId === undefined) return;
  const member = await findMember(context, organizationId, invite.memberId);
  if (member && hasAccess(member, invite, context.clock.now()))
    await mailLink(context, appUrl, mailer, organizationId, member);
}

/** Mails a member whose former link is over another one, as long as the member has access. */
export async function mailAnotherLink(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, memberId }: MailMessageOf<'return-again'>,
): Promise<void> {
  const member = await findMember(context, organizationId, memberId);
  if (!member || member.anonymous) return;
  const invite = member.inviteId ? await findInvite(context, organizationId, member.inviteId) : undefined;
  if (hasAccess(member, invite, context.clock.now()))
    await mailLink(context, appUrl, mailer, organizationId, member);
}

async function mailLink(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  organizationId: string,
  member: Member,
): Promise<void> {
  const organization = await readOrganization(context, organizationId);
  const { link, write } = returnLinkWrite(context, appUrl, organizationId, member.id);
  await context.table.commit([write]);
  await mailer.send(returnMail(await recipientOf(context, member.email, member, organization), link), {
    organizations: [organizationId],
    recipient: acquaintance(member),
  });
}
