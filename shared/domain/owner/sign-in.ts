import type { Queues } from '../../events/queues.ts';
import type { Mailer } from '../../mail/message.ts';
import { signInMail } from '../../mail/sign-in-mail.ts';
import { MINUTE } from '../../platform/clock.ts';
import { collections, scopes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Organization } from '../organization/organization.ts';
import { admit } from '../rate-limit/admit.ts';
import { fixedPool } from '../rate-limit/pool.ts';
import { ownerTokenWrite } from './session.ts';

/** Sign-in mails to one address within the window: others cannot flood a mailbox. */
const MAILS = 5;
const MAILS_WINDOW = 15 * MINUTE;

/** Links in one mail; more of them would not be read. */
const LINKS_MAX = 20;

/**
 * Has sign-in links mailed to an address, if it is an owner's. The address is looked up when the mail is
 * sent, so neither the response nor its latency tells whether it is an owner's.
 */
export async function requestSignInLink(
  context: DomainContext,
  queues: Queues,
  email: string,
): Promise<void> {
  const { admitted } = await admit(context, fixedPool(scopes.owner(email), MAILS_WINDOW, MAILS));
  if (admitted) await queues.sendMail({ template: 'sign-in', email });
}

/** Mails an owner one link per organization. An address that owns none gets no mail. */
export async function mailSignInLinks(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  email: string,
): Promise<void> {
  const organizations = await context.table.all<Organization>(collections.ownedOrganizations(email), {
    limit: LINKS_MAX,
  });
  if (organizations.length === 0) return;
  const tokens = organizations.map(({ id, name }) => ({
    organizationName: name,
    ...ownerTokenWrite(context, 'signIn', id, email),
  }));
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
