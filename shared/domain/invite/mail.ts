import type { InviteMailMessage } from '../../contract/messages.ts';
import { inviteMail } from '../../mail/invite-mail.ts';
import type { Mailer } from '../../mail/message.ts';
import { isoTime } from '../../platform/clock.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { readOrganization } from '../organization/organization.ts';
import { findInvite, inviteLink, inviteNotFound, validityOf } from './invite.ts';

/**
 * Sends the mail of a pending invite. This is recorded after SES has accepted the mail, so the mail is sent
 * again only when the record was not written.
 */
export async function mailInvite(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, inviteId }: InviteMailMessage,
): Promise<void> {
  const [invite, organization] = await Promise.all([
    findInvite(context, organizationId, inviteId),
    readOrganization(context, organizationId),
  ]);
  if (!invite) throw inviteNotFound();
  const now = context.clock.now();
  if (invite.mailedAt !== undefined || validityOf(invite, now) !== 'pending') return;
  await mailer.send(
    inviteMail({
      to: invite.email,
      organizationName: organization.name,
      link: inviteLink(appUrl, inviteId),
      expiresAt: invite.expiresAt,
    }),
  );
  await context.table.commit([
    update(
      keys.invite(organizationId, inviteId),
      { set: { mailedAt: isoTime(now) } },
      { condition: exists, onConditionFailed: inviteNotFound },
    ),
  ]);
}
