import { memberMail, nameIn, type Recipient } from './member-mail.ts';
import { MEMBER_MAIL_TEXTS } from './member-texts.ts';
import type { Mail } from './message.ts';

export interface InviteOffer {
  link: string;
  /** When the link ends, ISO 8601. */
  expiresAt: string;
}

/** The mail that invites a person to sign up. */
export function inviteMail(recipient: Recipient, { link, expiresAt }: InviteOffer): Mail {
  const texts = MEMBER_MAIL_TEXTS[recipient.language];
  const lastDay = new Date(expiresAt).toLocaleDateString(texts.common.locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return memberMail(recipient, texts.invite(nameIn(recipient), lastDay), link);
}
