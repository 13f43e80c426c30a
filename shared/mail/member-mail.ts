import type { Language } from '../contract/languages.ts';
import { MEMBER_MAIL_TEXTS, type MemberLetter } from './member-texts.ts';
import { escapeHtml, type Mail, oneLine } from './message.ts';
import { BUTTON, page } from './page.ts';

/** A member or an invited person, and the organization on whose behalf the mail is sent. */
export interface Recipient {
  to: string;
  language: Language;
  organizationName: string;
}

const NAME_MAX_LENGTH = 80;

/** The name of the organization as mails show it. */
export function nameIn({ organizationName }: Recipient): string {
  return oneLine(organizationName, NAME_MAX_LENGTH);
}

/** The mail with the letter, in the language of the recipient. */
export function memberMail({ to, language }: Recipient, letter: MemberLetter, link: string): Mail {
  const { greeting, copy } = MEMBER_MAIL_TEXTS[language].common;
  const { subject, before, action, after } = letter;
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n      ');
  return {
    to,
    subject,
    text: [greeting, ...before, `${action.sentence}:\n${link}`, ...after, ''].join('\n\n'),
    html: page(
      `
      <p>${escapeHtml(greeting)}</p>
      ${paragraphs(before)}
      <p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>
      ${paragraphs(after)}
      <p style="color:#666;font-size:13px">${escapeHtml(copy)}<br>${escapeHtml(link)}</p>`,
      language,
    ),
  };
}
