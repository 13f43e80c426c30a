import { memberMail, nameIn, type Recipient } from './member-mail.ts';
import { MEMBER_MAIL_TEXTS } from './member-texts.ts';
import type { Mail } from './message.ts';

/** The mail with the link that confirms an address which a member has chosen at sign-up. */
export function addressMail(recipient: Recipient, link: string): Mail {
  return memberMail(recipient, MEMBER_MAIL_TEXTS[recipient.language].address(nameIn(recipient)), link);
}
