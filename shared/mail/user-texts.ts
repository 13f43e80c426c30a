import type { Language } from '../contract/languages.ts';
import type { UserMailTexts } from './user-letter.ts';
import { de } from './user-texts-de.ts';
import { en } from './user-texts-en.ts';

/** The texts of every mail to users, in every language. */
export const USER_MAIL_TEXTS: Readonly<Record<Language, UserMailTexts>> = { en, de };
