import { domainToASCII } from 'node:url';

/** A mail to one person, as plain text and as HTML that says the same. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The address as mail servers know it: an international domain in its ASCII form. */
export function asciiAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return `${email.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/** Who hands mails on; in the service that is SES. */
export interface Mailer {
  /** @throws when the mail was not taken; sending it again is then right. */
  send(message: Mail): Promise<void>;
}

/** Text that somebody else has chosen, on one line of bounded length: it cannot begin another header or paragraph. */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
