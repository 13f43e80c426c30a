import type { Language } from '../../contract/languages.ts';
import type { MailMessageOf } from '../../contract/messages.ts';
import type { Role } from '../../contract/roles.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import type { TrailEntry } from '../../events/trail-event.ts';
import type { Mailer } from '../../mail/message.ts';
import type { ToldChange } from '../../mail/user-letter.ts';
import { ownChangeMail, ownerLostMail } from '../../mail/user-mails.ts';
import { exists } from '../../table/condition.ts';
import { ifStill, unlessConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { type PutWrite, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findOrganization } from '../organization/organization.ts';
import { findTrailEntry } from '../trail/read.ts';
import { languageOf } from './language.ts';
import { mailOwners } from './owners.ts';
import { findUser, type SignIn, type User } from './user.ts';

/** The event of a user who was removed or has another role. */
interface UserChangeEvent {
  /** The data of the user for the mails, as a removal deletes the user's items; absent once SES has accepted the mails. */
  change?: UserChange;
}

interface UserChange {
  email: string;
  from: Role;
  /** Absent after a removal. */
  to?: Role | undefined;
  /** Whether the user had ever signed in. One who had not is not told. */
  hasSignedIn: boolean;
  language?: Language | undefined;
}

/** Has a user who has signed in told of a new role or a removal, and the other owners if the user was one. */
export function userChangeWrite(
  context: DomainContext,
  { organizationId, email, role }: User,
  entryId: string,
  signIn: SignIn | undefined,
  to?: Role,
): PutWrite {
  const message = { template: 'user-changed', organizationId, entryId } as const;
  const write = mailEventWrite(context, keys.userChangeEvent(organizationId, entryId), message);
  const hasSignedIn = signIn?.at !== undefined;
  const change: UserChange = { email, from: role, to, hasSignedIn, language: signIn?.language };
  return { ...write, item: { ...write.item, change } };
}

/** Mails a changed user, and the other owners if the user was one; then removes the address from the event. */
export async function mailUserChange(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, entryId }: MailMessageOf<'user-changed'>,
): Promise<void> {
  const key = keys.userChangeEvent(organizationId, entryId);
  const [organization, entry, event] = await Promise.all([
    findOrganization(context, organizationId),
    findTrailEntry(context, organizationId, entryId),
    context.table.get<UserChangeEvent>(key),
  ]);
  const change = event?.change;
  // The organization was erased, or the mails were sent.
  if (!organization || !entry || !change) return;
  const { email, from, to, hasSignedIn } = change;
  const by = await actorOf(context, organizationId, entry);
  const told: ToldChange = { name: organization.name, by, at: entry.createdAt, from, to };
  if (from === 'owner') {
    const mail = { change: told, email, address: entry.address, adminUrl: `${appUrl}/admin` };
    const others = { id: entryId, except: entry.target, hasSignedIn: true };
    await mailOwners(context, mailer, organization, others, (recipient) => ownerLostMail(recipient, mail));
  }
  if (hasSignedIn) {
    await mailer.send(ownChangeMail({ to: email, language: languageOf(change, organization) }, told), {
      organizations: [organizationId],
      recipient: 'told',
    });
  }
  const stillThere = ifStill(exists, `The event of ${entryId} was erased.`);
  await unlessConflict(() => context.table.commit([update(key, { remove: ['change'] }, stillThere)]));
}

/** The person who has made an entry of the trail, as mails name them. */
export async function actorOf(
  context: DomainContext,
  organizationId: string,
  { actor, target }: TrailEntry,
): Promise<ToldChange['by']> {
  if (actor.kind !== 'user' || actor.id === undefined) return 'operator';
  if (actor.id === target) return 'oneself';
  const user = await findUser(context, organizationId, actor.id);
  return user ? { email: user.email } : 'unknown';
}
