import type { FailureReason } from '../contract/schemas.ts';
import type { Mail } from './message.ts';
import { shownName, type UserRecipient, userMail } from './user-mail.ts';

export interface FailuresMail {
  organizationName: string;
  /** The numbers of models by the reason of their failure. */
  failures: readonly { reason: FailureReason; models: number }[];
  /** The page where users sign in. */
  adminUrl: string;
}

/** The mail that tells owners of models that have failed for good. It names no person and no model. */
export function failuresMail(
  recipient: UserRecipient,
  { organizationName, failures, adminUrl }: FailuresMail,
): Mail {
  return userMail(recipient, (texts) => texts.failures(shownName(organizationName), failures, adminUrl));
}
