import { DEFAULT_LANGUAGE } from '../../contract/languages.ts';
import type { Recipient } from '../../mail/member-mail.ts';
import type { DomainContext } from '../context.ts';
import { readBranding } from '../organization/branding.ts';
import type { Organization } from '../organization/organization.ts';
import type { Member } from './member.ts';

/**
 * The recipient of a mail in the organization's look, in the language that the member has chosen, else in that of the
 * organization.
 */
export async function recipientOf(
  context: DomainContext,
  email: string,
  member: Pick<Member, 'language'> | undefined,
  { id, name, language = DEFAULT_LANGUAGE, replyTo }: Organization,
): Promise<Recipient> {
  const { accent, font, logo } = await readBranding(context, id);
  return {
    to: email,
    organizationName: name,
    language: member?.language ?? language,
    replyTo,
    branding: { accent, font, logo },
  };
}
