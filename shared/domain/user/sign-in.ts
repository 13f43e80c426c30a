import type { Queues } from '../../events/queues.ts';
import type { Mailer } from '../../mail/message.ts';
import { signInMail } from '../../mail/sign-in-mail.ts';
import { MINUTE } from '../../platform/clock.ts';
import { collections, scopes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { findOrganization } from '../organization/organization.ts';
import { admit } from '../rate-limit/admit.ts';
import { fixedPool } from '../rate-limit/pool.ts';
import { userTokenWrite } from './session.ts';
import type { User } from './user.ts';

/** Sign-in mails to one address within the window: others cannot flood a mailbox. */
const MAILS = 5;
const MAILS_WINDOW = 15 * MINUTE;

/** Links in one mail; more of them would not be read. */
const LINKS_MAX = 20;

/**
 * Has sign-in links mailed to an address, if it is a user's. The address is looked up when the mail is
 * sent, so neither the response nor its latency tells whether it is a user's.
 */
export async function requestSignInLink(
  context: DomainContext,
  queues: Queues,
  email: string,
): Promise<void> {
  const { admitted } = await admit(context, fixedPool(scopes.user(email), MAILS_WINDOW, MAILS));
  if (admitted) await queues.sendMail({ template: 'sign-in', email });
}

/** Mails a user one link per organization. An address of no user gets no mail. */
export async function mailSignInLinks(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  email: string,
): Promise<void> {
  const users = await context.table.all<User>(collections.usersByAddress(email), { limit: LINKS_MAX });
  const organizations = await Promise.all(
    users.map(({ organizationId }) => findOrganization(context, organizationId)),
  );
  const tokens = users.flatMap((user, index) => {
    const organization = organizations[index];
    if (!organization) return [];
    return [{ organizationName: organization.name, ...userTokenWrite(context, 'signIn', user) }];
  });
  if (tokens.length === 0) return;
  await context.table.commit(tokens.map(({ write }) => write));
  await mailer.send(
    signInMail({
      to: email,
      links: tokens.map(({ organizationName, token }) => ({
        organizationName,
        link: `${appUrl}/admin?token=${token}`,
      })),
    }),
  );
}
