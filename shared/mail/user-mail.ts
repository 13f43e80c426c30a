import type { Language } from '../contract/languages.ts';
import { type Letter, mailOf, SERVICE } from './letter.ts';
import type { Mail } from './message.ts';
import type { UserMailTexts } from './user-letter.ts';
import { de } from './user-texts-de.ts';
import { en } from './user-texts-en.ts';

/** A user. */
export interface UserRecipient {
  to: string;
  language: Language;
}

/** The mail with the letter, in the language of the recipient. */
export function userMail({ to, language }: UserRecipient, write: (texts: UserMailTexts) => Letter): Mail {
  const texts = USER_MAIL_TEXTS[language];
  const { subject, blocks } = write(texts);
  return mailOf(to, language, { subject, blocks: [texts.greeting, ...blocks] }, SERVICE);
}

/** The texts of every mail to users, in every language. */
export const USER_MAIL_TEXTS: Readonly<Record<Language, UserMailTexts>> = { en, de };
