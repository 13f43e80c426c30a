import { memberMail, nameIn, type Recipient } from './member-mail.ts';
import { MEMBER_MAIL_TEXTS } from './member-texts.ts';
import type { Mail } from './message.ts';

/** The mail with the link by which a member comes back. */
export function returnMail(recipient: Recipient, link: string): Mail {
  return memberMail(recipient, MEMBER_MAIL_TEXTS[recipient.language].back(nameIn(recipient)), link);
}
