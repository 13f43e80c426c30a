import { DEFAULT_LANGUAGE } from '../../contract/languages.ts';
import type { MailMessageOf } from '../../contract/messages.ts';
import type { Queues } from '../../events/queues.ts';
import type { Mailer } from '../../mail/message.ts';
import { signInMail } from '../../mail/user-mails.ts';
import { MINUTE } from '../../platform/clock.ts';
import { collections, keys, organizationsAfter, scopes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { findOrganization } from '../organization/organization.ts';
import { rateLimiter } from '../rate-limit/limiter.ts';
import { fixedPool } from '../rate-limit/pool.ts';
import { userTokenWrite } from './session.ts';
import type { SignIn, User } from './user.ts';

/** Sign-in mails to one address within the window: others cannot flood a mailbox. */
const MAILS = 5;
const MAILS_WINDOW = 15 * MINUTE;

/** Links in one mail; more of them would not be read. A further mail has the next ones. */
const LINKS_MAX = 20;

/**
 * Has sign-in links mailed to an address. It is looked up later, so that the answer does not tell whose it is. Links to
 * further organizations count apart: a request of them may cause no mail, and others could use up those that do.
 */
export async function requestSignInLink(
  context: DomainContext,
  queues: Pick<Queues, 'sendMail'>,
  request: Omit<MailMessageOf<'sign-in'>, 'template'>,
): Promise<void> {
  const { email, after } = request;
  const scope = after === undefined ? scopes.user(email) : scopes.userWithMore(email);
  const { allowed } = await rateLimiter.consume(context, fixedPool(scope, MAILS_WINDOW, MAILS));
  if (allowed) await queues.sendMail({ template: 'sign-in', ...request });
}

/**
 * Mails a user one link per organization, in the language of the page. That is not stored, since anyone can ask in the name
 * of a user. One that has never signed in was perhaps only named by an organization, so its mail counts like others.
 */
export async function mailSignInLinks(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { email, language, after }: Omit<MailMessageOf<'sign-in'>, 'template'>,
): Promise<void> {
  const found = await context.table.all<User>(collections.usersByAddress(email), {
    // One more than the mail has shows whether there are others.
    limit: LINKS_MAX + 1,
    between: organizationsAfter(after),
  });
  const users = found.slice(0, LINKS_MAX);
  const [organizations, signIns] = await Promise.all([
    Promise.all(users.map(({ organizationId }) => findOrganization(context, organizationId))),
    Promise.all(
      users.map(({ organizationId, id }) => context.table.get<SignIn>(keys.userSignIn(organizationId, id))),
    ),
  ]);
  const tokens = users.flatMap((user, index) => {
    const organization = organizations[index];
    if (!organization) return [];
    return [{ organizationName: organization.name, ...userTokenWrite(context, 'signIn', user) }];
  });
  if (tokens.length === 0) return;
  await context.table.commit(tokens.map(({ write }) => write));
  const last = users.at(-1);
  const recipient = {
    to: email,
    language:
      language ??
      signIns.find((signIn) => signIn?.language)?.language ??
      organizations.find((organization) => organization?.language)?.language ??
      DEFAULT_LANGUAGE,
  };
  await mailer.send(
    signInMail(recipient, {
      links: tokens.map(({ organizationName, token }) => ({
        organizationName,
        link: `${appUrl}/admin?token=${token}`,
      })),
      more: found.length > LINKS_MAX && last ? `${appUrl}/admin?after=${last.organizationId}` : undefined,
    }),
    {
      organizations: users.map(({ organizationId }) => organizationId),
      recipient: signIns.some((signIn) => signIn?.at) ? 'signingIn' : 'new',
    },
  );
}
