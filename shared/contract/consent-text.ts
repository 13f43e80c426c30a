import type { Language } from './languages.ts';
import { type HostedProviderName, isHosted, type ProviderName } from './providers.ts';

/** Changes with every change of the meaning: people are asked again before their next upload. */
export const CONSENT_VERSION = '2026-11-25';

/** The version of the text that names a provider: people agree anew when another company is to get their photos. */
export function consentVersionFor(provider: ProviderName): string {
  return isHosted(provider) ? `${CONSENT_VERSION}-${provider}` : CONSENT_VERSION;
}

/** The values of an organization that the text names. */
export interface ConsentTerms {
  organizationName: string;
  uploadRetentionDays: number;
  /** The provider that makes the headshots. */
  provider: ProviderName;
}

/** The text in a language, one paragraph per topic: purpose, provider, retention, withdrawal. */
export function consentText(language: Language, terms: ConsentTerms): string {
  return TEXTS[language](terms).join('\n\n');
}

/** Hosted providers, as a person can look them up. */
const NAMES: Readonly<Record<Language, Readonly<Record<HostedProviderName, string>>>> = {
  en: {
    astria: 'Astria (astria.ai)',
    replicate: 'Replicate (replicate.com)',
    http: 'a GPU server that is run for this service',
    sagemaker: 'a GPU server in the AWS account of this service',
  },
  de: {
    astria: 'Astria (astria.ai)',
    replicate: 'Replicate (replicate.com)',
    http: 'ein GPU-Server, der für diesen Dienst betrieben wird,',
    sagemaker: 'ein GPU-Server im AWS-Konto dieses Dienstes',
  },
};

const TEXTS: Readonly<Record<Language, (terms: ConsentTerms) => readonly string[]>> = {
  en: ({ organizationName, uploadRetentionDays, provider }) => [
    `Purpose: your photos are used to make headshots of you for ${organizationName}, and for nothing else. They show your face, from which the position of your features is measured. Numbers that describe your face (an embedding, which is biometric data) are computed from your photos and headshots, to find photos of other people and to see whether the headshots look like you. They are not stored.`,
    isHosted(provider)
      ? `Provider: the headshots are made by ${NAMES.en[provider]} on behalf of this service. A model of your face is trained there with your photos, for your headshots only. The copies there are deleted together with your photos here. Your photos are given to no other company.`
      : 'Provider: the headshots are made by this service itself. Your photos are not given to other companies, and no other model is trained with them.',
    `Retention: your photos are deleted ${uploadRetentionDays} days after your headshots are ready, and cut-outs of them as soon as they are ready. Your headshots stay until you, or ${organizationName}, delete them.`,
    'Withdrawal: you can withdraw your consent at any time with “Erase everything” on this page, or by asking the organization. Everything about you is erased then. What was done before stays lawful.',
  ],
  de: ({ organizationName, uploadRetentionDays, provider }) => [
    `Zweck: Aus deinen Fotos werden Porträts von dir für ${organizationName} erstellt, zu keinem anderen Zweck. Die Fotos zeigen dein Gesicht, dessen Merkmale dafür vermessen werden. Aus deinen Fotos und Porträts werden Zahlen berechnet, die dein Gesicht beschreiben (ein Embedding, also biometrische Daten), um Fotos anderer Personen zu erkennen und zu sehen, ob die Porträts dir ähnlich sind. Sie werden nicht gespeichert.`,
    isHosted(provider)
      ? `Anbieter: Die Porträts erstellt ${NAMES.de[provider]} im Auftrag dieses Dienstes. Dort wird mit deinen Fotos ein Modell deines Gesichts trainiert, nur für deine Porträts. Die Kopien dort werden zusammen mit deinen Fotos hier gelöscht. Kein anderes Unternehmen erhält deine Fotos.`
      : 'Anbieter: Die Porträts erstellt dieser Dienst selbst. Deine Fotos werden nicht an andere Unternehmen weitergegeben, und kein anderes Modell wird mit ihnen trainiert.',
    `Speicherdauer: Deine Fotos werden ${uploadRetentionDays} Tage nach Fertigstellung der Porträts gelöscht, Freisteller daraus sofort. Deine Porträts bleiben, bis du oder ${organizationName} sie löschen.`,
    'Widerruf: Du kannst deine Einwilligung jederzeit mit „Alles löschen“ („Erase everything“) auf dieser Seite widerrufen, oder über die Organisation. Dann wird alles über dich gelöscht. Was vorher geschah, bleibt rechtmäßig.',
  ],
};
