import type { MailTags } from '../contract/mail-events.ts';

/** A mail to one person, or to the owners of an organization, as plain text and as HTML that says the same. */
export interface Mail {
  to: string | readonly string[];
  subject: string;
  text: string;
  html: string;
  /** The organization whose mail it is, and the invite, for the events of the mail service. */
  tags?: MailTags;
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
  /** @throws MailHeldBack at a quota; another error when the mail was not accepted. A retry is safe. */
  send(message: Mail): Promise<void>;
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

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
