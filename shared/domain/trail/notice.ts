import type { NoticeMailMessage } from '../../contract/messages.ts';
import { NOTICED_ACTIONS } from '../../contract/trail-actions.ts';
import type { Mailer } from '../../mail/message.ts';
import { noticeMail } from '../../mail/notice-mail.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { readOrganization } from '../organization/organization.ts';
import { findSuppressed } from '../suppression/suppression.ts';
import { ownersToMail } from '../user/owners.ts';
import { findUser } from '../user/user.ts';
import type { TrailEntry } from './trail.ts';

/**
 * Mails about an entry of the audit trail: a sign-in to the user who has signed in, anything else to the owners. An
 * organization without an owner gets no mail, nor does an address that refuses it.
 */
export async function mailNotice(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, entryId }: NoticeMailMessage,
): Promise<void> {
  const [organization, entry] = await Promise.all([
    readOrganization(context, organizationId),
    context.table.get<TrailEntry>(keys.trailEntry(organizationId, entryId)),
  ]);
  const action = NOTICED_ACTIONS.find((noticed) => noticed === entry?.action);
  if (!entry || !action) throw new Error(`The audit trail has no entry ${entryId} to tell by mail.`);
  const to = await recipients(context, organizationId, entry);
  if (to.length === 0) return;
  await mailer.send({
    ...noticeMail({
      to,
      organizationName: organization.name,
      action,
      createdAt: entry.createdAt,
      address: entry.address,
      adminUrl: `${appUrl}/admin`,
    }),
    tags: { organization: organizationId },
  });
}

async function recipients(
  context: DomainContext,
  organizationId: string,
  { action, actor, target }: TrailEntry,
): Promise<string[]> {
  // A new owner knows of it by the invitation.
  if (action !== 'user.signed_in') return ownersToMail(context, organizationId, target);
  const user = actor.id === undefined ? undefined : await findUser(context, organizationId, actor.id);
  if (!user || (await findSuppressed(context, organizationId, user.email))) return [];
  return [user.email];
}
