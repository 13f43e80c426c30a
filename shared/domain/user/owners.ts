import { LANGUAGES, type Language } from '../../contract/languages.ts';
import { EVENT_RETENTION } from '../../events/model-event.ts';
import type { Mail, Mailer, Posting } from '../../mail/message.ts';
import { epochSeconds, isoTime } from '../../platform/clock.ts';
import { collections, keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Organization } from '../organization/organization.ts';
import { languageOf } from './language.ts';
import { type SignIn, usersOf } from './user.ts';

/** The owners of an organization who have one language, and have signed in or not. */
interface Owners {
  to: string[];
  language: Language;
  recipient: Posting['recipient'];
}

/** The owners that one mail goes to, by language, and apart when they have not signed in. */
type GroupName = Language | `${Language}New`;

/** The times at which SES has accepted a mail to each group. */
type OwnerMail = Partial<Record<GroupName, string>>;

/** The owners to mail: all, or those that have signed in. */
interface Choice {
  /** The id of a user who is not to be mailed. */
  except?: string | undefined;
  hasSignedIn?: boolean;
}

/**
 * Mails the owners, once for each language. Recorded by group after SES has accepted it, so that a mail which SES holds
 * back does not repeat those before it. @param id of the mail, unique within the organization
 */
export async function mailOwners(
  context: DomainContext,
  mailer: Mailer,
  organization: Organization,
  { id, ...choice }: Choice & { id: string },
  compose: (owners: Owners) => Mail,
): Promise<void> {
  const key = keys.ownerMail(organization.id, id);
  const [recipients, sent] = await Promise.all([
    ownersToMail(context, organization, choice),
    context.table.get<OwnerMail>(key),
  ]);
  for (const owners of recipients) {
    const { language, recipient } = owners;
    const group: GroupName = recipient === 'known' ? language : `${language}New`;
    if (sent?.[group] !== undefined) continue;
    await mailer.send(compose(owners), { organizations: [organization.id], recipient });
    const now = context.clock.now();
    const expiresAtSeconds = epochSeconds(now + EVENT_RETENTION);
    await context.table.write(update(key, { set: { [group]: isoTime(now), expiresAtSeconds } }));
  }
}

async function ownersToMail(
  context: DomainContext,
  organization: Organization,
  { except, hasSignedIn = false }: Choice,
): Promise<Owners[]> {
  const [users, signIns] = await Promise.all([
    usersOf(context, organization.id),
    context.table.all<SignIn>(collections.userSignIns(organization.id)),
  ]);
  const owners = users
    .filter(({ id, role }) => role === 'owner' && id !== except)
    .map(({ id, email }) => {
      const signIn = signIns.find(({ userId }) => userId === id);
      const recipient = signIn?.at === undefined ? 'new' : 'known';
      return { email, recipient, language: languageOf(signIn, organization) } as const;
    });
  const recipients = hasSignedIn ? (['known'] as const) : (['known', 'new'] as const);
  return LANGUAGES.flatMap((language) =>
    recipients.map((recipient) => ({
      to: owners
        .filter((owner) => owner.language === language && owner.recipient === recipient)
        .map(({ email }) => email),
      language,
      recipient,
    })),
  ).filter(({ to }) => to.length > 0);
}
