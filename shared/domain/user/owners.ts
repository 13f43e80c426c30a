import { LANGUAGES, type Language } from '../../contract/languages.ts';
import { EVENT_RETENTION } from '../../events/model-event.ts';
import type { Mail, Mailer } from '../../mail/message.ts';
import { epochSeconds, isoTime } from '../../platform/clock.ts';
import { collections, keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Organization } from '../organization/organization.ts';
import { findSuppressed } from '../suppression/suppression.ts';
import { languageOf } from './language.ts';
import { type SignIn, usersOf } from './user.ts';

/** The owners of an organization who have one language. */
interface Owners {
  to: string[];
  language: Language;
}

/** The times at which SES has accepted a mail in each language. */
type OwnerMail = Partial<Record<Language, string>>;

/**
 * Sends a mail to the owners of an organization, once for each of their languages. Those that have refused its mail are
 * left out, so there may be none. That it was sent is recorded by language after SES has accepted it, so that a mail
 * which SES holds back does not repeat those before it.
 * @param id of the mail, unique within the organization; `except` is the id of a user who is not to be mailed
 */
export async function mailOwners(
  context: DomainContext,
  mailer: Mailer,
  organization: Organization,
  { id, except }: { id: string; except?: string | undefined },
  compose: (owners: Owners) => Mail,
): Promise<void> {
  const key = keys.ownerMail(organization.id, id);
  const [recipients, sent] = await Promise.all([
    ownersToMail(context, organization, except),
    context.table.get<OwnerMail>(key),
  ]);
  for (const owners of recipients) {
    const { language } = owners;
    if (sent?.[language] !== undefined) continue;
    await mailer.send({ ...compose(owners), tags: { organization: organization.id } });
    const now = context.clock.now();
    const expiresAtSeconds = epochSeconds(now + EVENT_RETENTION);
    await context.table.write(update(key, { set: { [language]: isoTime(now), expiresAtSeconds } }));
  }
}

async function ownersToMail(
  context: DomainContext,
  organization: Organization,
  except: string | undefined,
): Promise<Owners[]> {
  const [users, signIns] = await Promise.all([
    usersOf(context, organization.id),
    context.table.all<SignIn>(collections.userSignIns(organization.id)),
  ]);
  const owners = users.filter(({ id, role }) => role === 'owner' && id !== except);
  const suppressed = await Promise.all(
    owners.map(({ email }) => findSuppressed(context, organization.id, email)),
  );
  const mailed = owners
    .filter((_, index) => suppressed[index] === undefined)
    .map(({ id, email }) => {
      const signIn = signIns.find(({ userId }) => userId === id);
      return { email, language: languageOf(signIn, organization) };
    });
  return LANGUAGES.map((language) => ({
    to: mailed.filter((owner) => owner.language === language).map(({ email }) => email),
    language,
  })).filter(({ to }) => to.length > 0);
}
