/** A mail to one person, as plain text and as HTML that says the same. */
export interface Mail {
  to: string;
  /** The name of the sender, whose address is the stage's. Without it, the name is the stage's as well. */
  senderName?: string;
  /** The address that gets answers. Without it, they go to the stage's address, which may not be read. */
  replyTo?: string;
  /** The page on which the recipient ends mails such as this one, and to which mail programs post that at one click (RFC 8058). */
  unsubscribe?: string;
  subject: string;
  text: string;
  html: string;
  /** The image that the HTML shows as `cid:logo`, as a data URL. */
  logo?: string;
}

/** What the limits of mailboxes and the events of the mail service have to know of a mail. */
export interface Posting {
  /** The organizations whose mail it is: one, save for links to sign in. The events name the first one. */
  organizations: readonly string[];
  /** The invite that shows when its address refuses the mail. */
  invite?: string;
  /**
   * `known` once a person has opened a link that was mailed to the address by one of the organizations; `signingIn` for one
   * who asks to sign in again, and `told` for a user who is told of access to an organization, which have limits of their own:
   * others can cause mails of the other kinds. Else `new`. Signing up by an invite does not make a recipient known, since the
   * organization sees the link as well.
   */
  recipient: 'new' | 'known' | 'signingIn' | 'told';
}

/** The mail service takes no mail at present. The mail is tried again later, for as long as it takes. */
export class MailHeldBack extends Error {
  override readonly name = 'MailHeldBack';
  readonly reason: 'daily quota' | 'rate' | 'stopped';
  readonly retrySeconds: number;

  constructor(reason: MailHeldBack['reason'], retrySeconds: number, cause: unknown) {
    super(`The mail service takes no mail at present: ${reason}.`, { cause });
    this.reason = reason;
    this.retrySeconds = retrySeconds;
  }
}

/** A mail service. The stages use SES. */
export interface Mailer {
  /**
   * @returns whether the mail was sent
   * @throws MailHeldBack at a quota; another error when the mail was not accepted. A retry is safe.
   */
  send(mail: Mail, posting: Posting): Promise<boolean>;
}

/**
 * Text from users, on one line of at most `maxLength` characters, so that it cannot start another header or
 * paragraph.
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

const NAME_MAX_LENGTH = 80;

/** A name or an address as mails show it. */
export function shownName(name: string): string {
  return oneLine(name, NAME_MAX_LENGTH);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
