import type { Language } from '../contract/languages.ts';
import { BUTTON, escapeHtml, type Mail, oneLine, page } from './message.ts';
import type { Block, UserLetter, UserMailTexts } from './user-letter.ts';
import { de } from './user-texts-de.ts';
import { en } from './user-texts-en.ts';

/** A user, or the owners of an organization who have one language. */
export interface UserRecipient {
  to: Mail['to'];
  language: Language;
}

const NAME_MAX_LENGTH = 80;

/** A name or an address as mails show it. */
export function shownName(name: string): string {
  return oneLine(name, NAME_MAX_LENGTH);
}

/** The mail with the letter, in the language of the recipient. */
export function userMail({ to, language }: UserRecipient, write: (texts: UserMailTexts) => UserLetter): Mail {
  const texts = USER_MAIL_TEXTS[language];
  const { subject, blocks } = write(texts);
  const parts = [texts.greeting, ...blocks];
  return {
    to,
    subject,
    text: [...parts.map(plain), ''].join('\n\n'),
    html: page(parts.map((part) => `\n      ${html(part)}`).join(''), language),
  };
}

function plain(block: Block): string {
  if (typeof block === 'string') return block;
  if ('lines' in block) return block.lines.map((line) => `- ${line}`).join('\n');
  if ('note' in block) return block.note;
  return 'link' in block ? `${block.text}:\n${block.link}` : `${block.text}\n${block.address}`;
}

function html(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  if ('lines' in block)
    return `<ul>${block.lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
  if ('note' in block) return `<p style="color:#666;font-size:13px">${escapeHtml(block.note)}</p>`;
  if ('link' in block)
    return `<p><a href="${escapeHtml(block.link)}" style="${BUTTON}">${escapeHtml(block.label)}</a></p>`;
  const address = escapeHtml(block.address);
  return `<p>${escapeHtml(block.text)} <a href="${address}">${address}</a></p>`;
}

/** The texts of every mail to users, in every language. */
export const USER_MAIL_TEXTS: Readonly<Record<Language, UserMailTexts>> = { en, de };
