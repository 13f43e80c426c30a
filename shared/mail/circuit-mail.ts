import type { Mail } from './message.ts';
import { shownName, type UserRecipient, userMail } from './user-mail.ts';

export interface CircuitMail {
  organizationName: string;
  /** The webhook URL. The mail names its host only, because a path may contain a secret. */
  webhookUrl: string;
  /** The time since which no webhooks are posted, ISO 8601. */
  openedAt: string;
  /** The page where users sign in. */
  adminUrl: string;
}

/** The mail that tells owners that webhooks wait until the receiver answers again. */
export function circuitMail(
  recipient: UserRecipient,
  { organizationName, webhookUrl, openedAt, adminUrl }: CircuitMail,
): Mail {
  const { host } = new URL(webhookUrl);
  return userMail(recipient, (texts) => texts.circuit(shownName(organizationName), host, openedAt, adminUrl));
}
