import type { MailMessageOf } from '../../contract/messages.ts';
import type { Mailer } from '../../mail/message.ts';
import { invitationMail } from '../../mail/user-mails.ts';
import type { DomainContext } from '../context.ts';
import { findOrganization } from '../organization/organization.ts';
import { languageOf } from './language.ts';
import { userTokenWrite } from './session.ts';
import { findUser } from './user.ts';

/** Mails an invited user a link to sign in, unless the user was removed or the organization erased meanwhile. */
export async function mailInvitation(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, userId }: MailMessageOf<'user-invited'>,
): Promise<void> {
  const [user, organization] = await Promise.all([
    findUser(context, organizationId, userId),
    findOrganization(context, organizationId),
  ]);
  if (!user || !organization) return;
  const { token, expiresAt, write } = userTokenWrite(context, 'invitation', user);
  await context.table.commit([write]);
  await mailer.send(
    // The person has seen no page that tells a language.
    invitationMail(
      { to: user.email, language: languageOf(undefined, organization) },
      {
        organizationName: organization.name,
        role: user.role,
        link: `${appUrl}/admin?token=${token}`,
        expiresAt,
        adminUrl: `${appUrl}/admin`,
      },
    ),
    { organizations: [organizationId], recipient: 'new' },
  );
}
