/** The languages of pages, of mails to members and of the consent, as in ISO 639-1. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of mails when neither the member nor the organization has chosen one. */
export const DEFAULT_LANGUAGE: Language = 'en';
