import type { SettingsField } from '../admin/settings/stored-settings.ts';
import type { Texts } from './language.tsx';

type Names = Readonly<Record<SettingsField | 'url' | 'enabled', string>>;

/** Names of settings, of the look and of webhooks. */
export const settingNames: Texts<Names> = {
  en: {
    name: 'Name',
    website: 'Website',
    language: 'Language of invites',
    replyTo: 'Answers to mails',
    photosBy: 'Photos by',
    remindEveryDays: 'Reminders',
    description: 'Description',
    frameOrigins: 'Who may show your pages',
    uploadRetentionDays: 'Days for uploaded photos',
    whiteLabelConsent: 'Consent',
    styles: 'Backdrops and outfits',
    accent: 'Accent',
    font: 'Font',
    logo: 'Logo',
    url: 'URL',
    enabled: 'On or off',
  },
  de: {
    name: 'Name',
    website: 'Website',
    language: 'Sprache der Einladungen',
    replyTo: 'Antworten auf Mails',
    photosBy: 'Fotos bis',
    remindEveryDays: 'Erinnerungen',
    description: 'Beschreibung',
    frameOrigins: 'Wer deine Seiten zeigen darf',
    uploadRetentionDays: 'Tage für hochgeladene Fotos',
    whiteLabelConsent: 'Einwilligung',
    styles: 'Hintergründe und Kleidung',
    accent: 'Akzentfarbe',
    font: 'Schrift',
    logo: 'Logo',
    url: 'URL',
    enabled: 'An oder aus',
  },
};
