import type { NoticeMailMessage } from '../../contract/messages.ts';
import { NOTICED_ACTIONS } from '../../contract/trail-actions.ts';
import type { Mailer } from '../../mail/message.ts';
import { noticeMail } from '../../mail/notice-mail.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { readOrganization } from '../organization/organization.ts';
import { findSuppressed } from '../suppression/suppression.ts';
import type { TrailEntry } from './trail.ts';

/**
 * Mails the owner about an entry of the audit trail. An organization without an owner gets no mail, nor does an
 * address that refuses it.
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
  if (!entry || !action) throw new Error(`The audit trail has no entry ${entryId} to tell the owner about.`);
  const { ownerEmail } = organization;
  if (ownerEmail === undefined || (await findSuppressed(context, organizationId, ownerEmail))) return;
  await mailer.send({
    ...noticeMail({
      to: ownerEmail,
      organizationName: organization.name,
      action,
      createdAt: entry.createdAt,
      address: entry.address,
      adminUrl: `${appUrl}/admin`,
    }),
    tags: { organization: organizationId },
  });
}
