/**
 * The consent of a person to the use of the photos, in one place. Change the version with every change of
 * the meaning: people whose agreement is to another version are asked again before their next upload.
 */
export const CONSENT_VERSION = '2026-11-22';

export const CONSENT_LANGUAGES = ['en', 'de'] as const;
export type ConsentLanguage = (typeof CONSENT_LANGUAGES)[number];

/** The values of an organization that the text names. */
export interface ConsentTerms {
  organizationName: string;
  uploadRetentionDays: number;
}

/** The text in a language, one paragraph per topic: purpose, provider, retention, withdrawal. */
export function consentText(language: ConsentLanguage, terms: ConsentTerms): string {
  return TEXTS[language](terms).join('\n\n');
}

const TEXTS: Readonly<Record<ConsentLanguage, (terms: ConsentTerms) => readonly string[]>> = {
  en: ({ organizationName, uploadRetentionDays }) => [
    `Purpose: your photos are used to make headshots of you for ${organizationName}, and for nothing else. They show your face, from which the position of your features is measured.`,
    'Provider: the headshots are made by this service itself. Your photos are not given to other companies, and no other model is trained with them.',
    `Retention: your photos are deleted ${uploadRetentionDays} days after your headshots are ready, and cut-outs of them as soon as they are ready. Your headshots stay until you, or ${organizationName}, delete them.`,
    'Withdrawal: you can withdraw your consent at any time with “Erase everything” on this page, or by asking the organization. Everything about you is erased then. What was done before stays lawful.',
  ],
  de: ({ organizationName, uploadRetentionDays }) => [
    `Zweck: Aus deinen Fotos werden Porträts von dir für ${organizationName} erstellt, zu keinem anderen Zweck. Die Fotos zeigen dein Gesicht, dessen Merkmale dafür vermessen werden.`,
    'Anbieter: Die Porträts erstellt dieser Dienst selbst. Deine Fotos werden nicht an andere Unternehmen weitergegeben, und kein anderes Modell wird mit ihnen trainiert.',
    `Speicherdauer: Deine Fotos werden ${uploadRetentionDays} Tage nach Fertigstellung der Porträts gelöscht, Ausschnitte daraus sofort. Deine Porträts bleiben, bis du oder ${organizationName} sie löschen.`,
    'Widerruf: Du kannst deine Einwilligung jederzeit mit „Erase everything“ (alles löschen) auf dieser Seite widerrufen, oder über die Organisation. Dann wird alles über dich gelöscht. Was vorher geschah, bleibt rechtmäßig.',
  ],
};
