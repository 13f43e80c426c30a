import type { MailMessageOf } from '../../contract/messages.ts';
import type { Queues } from '../../events/queues.ts';
import { returnMail } from '../../mail/member-mail.ts';
import type { Mailer } from '../../mail/message.ts';
import { MINUTE } from '../../platform/clock.ts';
import { scopes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { recipientOf } from '../member/language.ts';
import { acquaintance, findMember } from '../member/member.ts';
import { returnLinkWrite } from '../member/session.ts';
import { readOrganization } from '../organization/organization.ts';
import { rateLimiter } from '../rate-limit/limiter.ts';
import { fixedPool } from '../rate-limit/pool.ts';
import { findInvite, organizationOfInvite } from './invite.ts';

/** Mails for one invite within the window: the holder of a link cannot flood a mailbox. */
const MAILS = 3;
const MAILS_WINDOW = 15 * MINUTE;

/** Has the member of a used invite mailed a link. The invite is read later, so that the answer tells nothing of it. */
export async function requestReturnLink(
  context: DomainContext,
  queues: Queues,
  inviteId: string,
): Promise<void> {
  const organizationId = organizationOfInvite(inviteId);
  if (organizationId === undefined) return;
  const pool = fixedPool(scopes.invite(organizationId, inviteId), MAILS_WINDOW, MAILS);
  const { allowed } = await rateLimiter.consume(context, pool);
  if (allowed) await queues.sendMail({ template: 'return', organizationId, inviteId });
}

/** Mails the member of a used invite a link that works once. For any other invite no mail is sent. */
export async function mailReturnLink(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, inviteId }: MailMessageOf<'return'>,
): Promise<void> {
  const invite = await findInvite(context, organizationId, inviteId);
  if (invite?.status !== 'used' || Date.parse(invite.expiresAt) <= context.clock.now()) return;
  const member = invite.memberId && (await findMember(context, organizationId, invite.memberId));
  if (!member) return;
  const organization = await readOrganization(context, organizationId);
  const { link, write } = returnLinkWrite(context, appUrl, organizationId, member.id);
  await context.table.commit([write]);
  await mailer.send(returnMail(recipientOf(member.email, member, organization), link), {
    organizations: [organizationId],
    recipient: acquaintance(member),
  });
}
