import type { FailureReason } from '../contract/schemas.ts';
import { memberMail, nameIn, type Recipient } from './member-mail.ts';
import { MEMBER_MAIL_TEXTS } from './member-texts.ts';
import type { Mail } from './message.ts';

/** The end of a run, and the link that shows it. */
export interface RunEnd {
  /** The number of headshots, or why there are none. */
  outcome: { photoCount: number } | { failureReason: FailureReason };
  /** Opens a session, once. */
  link: string;
  /** The days for which the link works. */
  linkDays: number;
}

/** The mail that tells a member that the headshots are ready, or that there will be none. */
export function runMail(recipient: Recipient, { outcome, link, linkDays }: RunEnd): Mail {
  const { ready, failed, runLink } = MEMBER_MAIL_TEXTS[recipient.language];
  const name = nameIn(recipient);
  const letter =
    'photoCount' in outcome ? ready(name, outcome.photoCount) : failed(name, outcome.failureReason);
  return memberMail(recipient, { ...letter, after: [runLink(linkDays)] }, link);
}
