/** The languages of pages, of mails and of the consent, as in ISO 639-1. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of mails when neither its recipient nor the organization has chosen one. */
export const DEFAULT_LANGUAGE: Language = 'en';
