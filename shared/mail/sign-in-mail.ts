import type { Mail } from './message.ts';
import { shownName, type UserRecipient, userMail } from './user-mail.ts';

export interface SignInOffer {
  /** One link for each organization of the user that the mail has. */
  links: readonly { organizationName: string; link: string }[];
  /** The page that has the other organizations mailed; undefined when there are no others. */
  more: string | undefined;
}

/** The mail with the links by which a user signs in. */
export function signInMail(recipient: UserRecipient, { links, more }: SignInOffer): Mail {
  const named = links.map(({ organizationName, link }) => ({ name: shownName(organizationName), link }));
  return userMail(recipient, (texts) => texts.signIn(named, more));
}
