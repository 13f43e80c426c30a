import type { MailMessageOf } from '../../contract/messages.ts';
import { NOTICED_ACTIONS } from '../../contract/trail-actions.ts';
import type { Mailer } from '../../mail/message.ts';
import { noticeMail } from '../../mail/user-mails.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { readOrganization } from '../organization/organization.ts';
import { actorOf } from '../user/change-mail.ts';
import { languageOf } from '../user/language.ts';
import { mailOwners } from '../user/owners.ts';
import { findUser, type SignIn } from '../user/user.ts';
import { findTrailEntry } from './read.ts';

/** Mails an entry of the trail: a sign-in to its user, else to owners who have signed in, so that no stranger is told. */
export async function mailNotice(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, entryId }: MailMessageOf<'notice'>,
): Promise<void> {
  const [organization, entry] = await Promise.all([
    readOrganization(context, organizationId),
    findTrailEntry(context, organizationId, entryId),
  ]);
  const action = NOTICED_ACTIONS.find((noticed) => noticed === entry?.action);
  if (!entry || !action) throw new Error(`The audit trail has no entry ${entryId} to tell by mail.`);
  const adminUrl = `${appUrl}/admin`;
  const told = { name: organization.name, action, at: entry.createdAt, from: entry.address };
  if (action !== 'user.signed_in') {
    const userId = action === 'user.invited' || action === 'user.role_changed' ? entry.target : undefined;
    const [by, user] = await Promise.all([
      actorOf(context, organizationId, entry),
      userId === undefined ? undefined : findUser(context, organizationId, userId),
    ]);
    const mail = { notice: { ...told, by, owner: user?.email }, adminUrl };
    // A new owner knows of it by the invitation, or by the mail about the own role.
    const others = { id: entryId, except: entry.target, hasSignedIn: true };
    await mailOwners(context, mailer, organization, others, (recipient) => noticeMail(recipient, mail));
    return;
  }
  const { id } = entry.actor;
  if (id === undefined) return;
  const [user, signIn] = await Promise.all([
    findUser(context, organizationId, id),
    context.table.get<SignIn>(keys.userSignIn(organizationId, id)),
  ]);
  if (!user) return;
  const mail = { notice: { ...told, by: 'oneself' as const, owner: undefined }, adminUrl };
  await mailer.send(noticeMail({ to: user.email, language: languageOf(signIn, organization) }, mail), {
    organizations: [organizationId],
    recipient: 'told',
  });
}
