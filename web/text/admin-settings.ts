import type { Texts } from './language.tsx';

const en = {
  organization: 'Organization',
  name: 'Name',
  website: 'Website',
  description: 'Description',
  optional: 'optional',
  language: 'Language of invites',
  languageHint: 'Members choose their own language on the pages; their later mails are in it.',
  privacy: 'Photos and consent',
  retention: 'Days for which uploaded photos are kept after the headshots are ready',
  retentionHint: '1 to 365. A change applies to headshots that become ready later.',
  consent: 'People of your own pages agree to the consent text here before they upload',
  consentHint: 'Without it, you have proof of their consent yourself. Invited people always agree here.',
  frames: 'Who may show your pages in a frame',
  anyPage: 'Any page',
  somePages: 'Only pages of these origins',
  origins: 'Origins, one on each line',
  originsHint: 'For example https://app.example.com or https://*.example.com. None: only this desk.',
  save: 'Save',
  saved: 'Saved.',
};

const de: typeof en = {
  organization: 'Organisation',
  name: 'Name',
  website: 'Website',
  description: 'Beschreibung',
  optional: 'freiwillig',
  language: 'Sprache der Einladungen',
  languageHint: 'Auf den Seiten wählen alle ihre eigene Sprache; spätere Mails kommen in ihr.',
  privacy: 'Fotos und Einwilligung',
  retention: 'Tage, die hochgeladene Fotos bleiben, nachdem die Porträts fertig sind',
  retentionHint: '1 bis 365. Eine Änderung gilt für Porträts, die später fertig werden.',
  consent: 'Personen auf deinen eigenen Seiten stimmen hier dem Einwilligungstext zu, bevor sie hochladen',
  consentHint:
    'Ohne das hast du selbst einen Nachweis ihrer Einwilligung. Eingeladene stimmen immer hier zu.',
  frames: 'Wer deine Seiten in einem Rahmen zeigen darf',
  anyPage: 'Jede Seite',
  somePages: 'Nur Seiten dieser Ursprünge',
  origins: 'Ursprünge, einer je Zeile',
  originsHint: 'Zum Beispiel https://app.example.com oder https://*.example.com. Keiner: nur diese Seite.',
  save: 'Speichern',
  saved: 'Gespeichert.',
};

export const adminSettings: Texts<typeof en> = { en, de };
