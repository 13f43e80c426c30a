import type { DomainContext } from '../../shared/domain/context.ts';
import { confirmAddress, mailConfirmation } from '../../shared/domain/member/address.ts';
import type { Mail } from '../../shared/mail/message.ts';
import { catching } from './mail-catcher.ts';

/** The mail to the address that a member has chosen at sign-up, and the token in it. */
export async function confirmationMail(context: DomainContext, organizationId: string, memberId: string) {
  const mails: Mail[] = [];
  await mailConfirmation(context, 'https://app.test', catching(mails), { organizationId, memberId });
  const [mail] = mails;
  return { mail, token: /confirm=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '' };
}

/** Opens the link that was mailed to the address which a member has chosen. */
export async function confirmChosen(
  context: DomainContext,
  organizationId: string,
  memberId: string,
): Promise<void> {
  const { token } = await confirmationMail(context, organizationId, memberId);
  await confirmAddress(context, token);
}
