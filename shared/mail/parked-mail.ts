import { type Mail, oneLine } from './message.ts';
import { shownName, type UserRecipient, userMail } from './user-mail.ts';

export interface ParkedMail {
  organizationName: string;
  /** The webhook URL. The mail names its host only, because a path may contain a secret. */
  webhookUrl: string;
  /** The last answer of the receiver, or the reason why there was none, as a sentence. It is in English. */
  reason: string;
  /** The time at which the webhooks are given up, ISO 8601. */
  givenUpAt: string;
  /** The page where users sign in. */
  adminUrl: string;
}

const REASON_MAX_LENGTH = 200;

/** The mail that tells owners that webhooks do not arrive. */
export function parkedMail(
  recipient: UserRecipient,
  { organizationName, webhookUrl, reason, givenUpAt, adminUrl }: ParkedMail,
): Mail {
  const { host } = new URL(webhookUrl);
  const line = oneLine(reason, REASON_MAX_LENGTH);
  return userMail(recipient, (texts) =>
    texts.parked(shownName(organizationName), host, line, givenUpAt, adminUrl),
  );
}
