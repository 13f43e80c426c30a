import type { Mail } from './message.ts';
import type { ToldChange } from './user-letter.ts';
import { shownName, type UserRecipient, userMail } from './user-mail.ts';

/** The mail that tells users of a removal, or of another role, of their own. */
export function ownChangeMail(recipient: UserRecipient, change: ToldChange): Mail {
  return userMail(recipient, (texts) => texts.changed(shown(change)));
}

export interface OwnerLostMail {
  change: ToldChange;
  /** The address of the former owner. */
  email: string;
  /** The network address of the request; undefined without a request. */
  address: string | undefined;
  /** The page where users sign in. */
  adminUrl: string;
}

/** The mail that tells the other owners of one who was removed or has another role. */
export function ownerLostMail(
  recipient: UserRecipient,
  { change, email, address, adminUrl }: OwnerLostMail,
): Mail {
  const from = address === undefined ? undefined : shownName(address);
  return userMail(recipient, (texts) => texts.ownerLost(shown(change), shownName(email), from, adminUrl));
}

function shown({ name, by, ...change }: ToldChange): ToldChange {
  const actor = typeof by === 'object' ? { email: shownName(by.email) } : by;
  return { ...change, name: shownName(name), by: actor };
}
