import type { NoticedAction } from '../contract/trail-actions.ts';
import type { Mail } from './message.ts';
import { shownName, type UserRecipient, userMail } from './user-mail.ts';

export interface NoticeMail {
  organizationName: string;
  action: NoticedAction;
  /** The time of the action, ISO 8601. */
  createdAt: string;
  /** The network address of the request; undefined without a request. */
  address: string | undefined;
  /** The page where users sign in. */
  adminUrl: string;
}

/** The mail that tells of a change of the access to the organization. */
export function noticeMail(
  recipient: UserRecipient,
  { organizationName, action, createdAt, address, adminUrl }: NoticeMail,
): Mail {
  const from = address === undefined ? undefined : shownName(address);
  return userMail(recipient, (texts) =>
    texts.notice(shownName(organizationName), action, createdAt, from, adminUrl),
  );
}
