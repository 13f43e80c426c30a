import { EVENT_RETENTION } from '../../events/model-event.ts';
import { type Mail, type Mailer, MailHeldBack } from '../../mail/message.ts';
import type { UserRecipient } from '../../mail/user-mail.ts';
import { epochSeconds, isoTime } from '../../platform/clock.ts';
import { collections, keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Organization } from '../organization/organization.ts';
import { languageOf } from './language.ts';
import { type SignIn, usersOf } from './user.ts';

/** The owners to mail: all, or of changes of access those that have signed in. */
interface Choice {
  /** The id of a user who is not to be mailed. */
  except?: string | undefined;
  hasSignedIn?: boolean;
}

/**
 * Mails each owner, in the owner's language. A shared mail would show owners each other's addresses, and a complaint of
 * one would stop mail to the others: SES names all recipients at that provider. Each mail is recorded once SES has
 * accepted it, so that one which SES holds back does not repeat those before it. One that SES refuses keeps none from the
 * others.
 * @throws the first refusal, after all owners were tried
 * @param id of the mail, unique within the organization
 */
export async function mailOwners(
  context: DomainContext,
  mailer: Mailer,
  organization: Organization,
  { id, except, hasSignedIn = false }: Choice & { id: string },
  compose: (owner: UserRecipient) => Mail,
): Promise<void> {
  const key = keys.ownerMail(organization.id, id);
  const [users, signIns, sent = {}] = await Promise.all([
    usersOf(context, organization.id),
    context.table.all<SignIn>(collections.userSignIns(organization.id)),
    context.table.get<Record<string, unknown>>(key),
  ]);
  const owners = users.filter((user) => user.role === 'owner' && user.id !== except);
  const refusals: unknown[] = [];
  for (const owner of owners) {
    const signIn = signIns.find(({ userId }) => userId === owner.id);
    const recipient = signIn?.at === undefined ? 'new' : hasSignedIn ? 'told' : 'known';
    if (owner.id in sent || (hasSignedIn && recipient === 'new')) continue;
    const mail = compose({ to: owner.email, language: languageOf(signIn, organization) });
    try {
      await mailer.send(mail, { organizations: [organization.id], recipient });
    } catch (error) {
      if (error instanceof MailHeldBack) throw error;
      refusals.push(error);
      continue;
    }
    const now = context.clock.now();
    const expiresAtSeconds = epochSeconds(now + EVENT_RETENTION);
    await context.table.write(update(key, { set: { [owner.id]: isoTime(now), expiresAtSeconds } }));
  }
  if (refusals.length > 0) throw refusals[0];
}
