import type { MailMessageOf } from '../../contract/messages.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { favoriteMail } from '../../mail/member-mail.ts';
import type { Mailer } from '../../mail/message.ts';
import { keys } from '../../table/keys.ts';
import type { Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { unaskedLink } from '../member/mailed-link.ts';
import { accessEnded, acquaintance, findMember } from '../member/member.ts';
import { recipientOf } from '../member/recipient.ts';
import { findModel, type Model } from '../model/model.ts';
import { findOrganization } from '../organization/organization.ts';

/**
 * Has the member told of a favorite that was chosen for them. White-label members hear from partners, and development models
 * have no one.
 */
export function favoriteMailWrites(
  context: DomainContext,
  { organizationId, id: modelId, whiteLabel, isDevelopment }: Model,
  photoId: string,
  entryId: string,
): Transaction {
  if (whiteLabel || isDevelopment) return [];
  const message = { template: 'favorite-chosen', organizationId, modelId, photoId } as const;
  return [mailEventWrite(context, keys.favoriteMailEvent(organizationId, modelId, entryId), message)];
}

/** Tells the member, with a link by which to choose another one, unless the access has ended. */
export async function mailFavorite(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, modelId, photoId }: MailMessageOf<'favorite-chosen'>,
): Promise<void> {
  const [organization, model] = await Promise.all([
    findOrganization(context, organizationId),
    findModel(context, organizationId, modelId),
  ]);
  if (!organization || model?.favoritePhotoId !== photoId) return;
  const member = await findMember(context, organizationId, model.memberId);
  if (!member) return;
  const posting = { organizations: [organizationId], recipient: acquaintance(member) };
  const recipient = await recipientOf(context, member.email, member, organization);
  const hasEnded = accessEnded(member, context.clock.now());
  const link = hasEnded ? undefined : await unaskedLink(context, appUrl, organizationId, member.id);
  await mailer.send(favoriteMail(recipient, link), posting);
}
