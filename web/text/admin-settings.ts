import type { Texts } from './language.tsx';
import { settingNames } from './setting-names.ts';

type Rows = readonly (readonly [what: string, howLong: string])[];

const keptRows: Rows = [
  ['Uploaded photos', 'The days above, after the headshots are ready'],
  ['Headshots', 'Until the person or you delete them'],
  ['Name, address and consent', 'As long as the person is in your organization'],
  ['Links to photos', '24 hours'],
  ['Webhooks and their bodies', '30 days'],
];
const en = {
  organization: 'Organization',
  descriptionHint: 'People read it when they open an invite.',
  optional: 'optional',
  languageHint: 'Members and users choose their own language on the pages; their later mails are in it.',
  reminders: (days: number | null) =>
    days === null
      ? 'None'
      : days === 1
        ? 'After 1 day, and once more after another'
        : `After ${days} days, and once more after as many`,
  remindHint: (time: string) =>
    `Who has not signed up gets the invite again, on a working day at about ${time}. Who has signed up is reminded of missing photos in the same way. A link in the mail ends both.`,
  replyToHint:
    'The address that gets answers to invites and to mails about headshots. Without one, answers may not be read.',
  photosByHint:
    'Invites, the sign-up page and the page for photos ask people for their photos by this day. Nothing closes on it.',
  privacy: 'Photos and consent',
  retention: 'Days for which uploaded photos are kept after the headshots are ready',
  retentionHint:
    '1 to 365. Then the uploaded photos are deleted for good, here and where the headshots were made. The headshots stay. A change applies to headshots that become ready later, and a longer time only to people who agree to it from then on.',
  retentionChange:
    'This counts for headshots that become ready from now on. Photos of headshots that are ready keep their former date.',
  consent: 'People of your own pages agree to the consent text here before they upload',
  consentHint: 'If this is off, you must keep proof of consent yourself. Invited people always agree here.',
  consentOn:
    'People who have not agreed yet are asked before their next upload. Your own pages need no change.',
  consentOff:
    'From now on your own pages ask for no consent. Make sure that you can prove the consent of everyone who uploads.',
  kept: {
    title: 'What is kept, and how long',
    rows: keptRows,
    erase: 'Erase a person, and all of this is gone within minutes.',
  },
  styles: {
    lead: 'The headshots of your people are made from these. A change applies to people whose headshots are not being made yet.',
    all: 'All, also those that are added later',
    some: 'Only these',
  },
  frames: 'Who may show your pages in a frame',
  anyPage: 'Any page',
  somePages: 'Only these websites',
  origins: 'Allowed websites, one on each line',
  originsHint: 'For example https://app.example.com or https://*.example.com. None: only this desk.',
  framesOpen: 'Any website could show your pages inside its own. Allow only some to rule that out.',
  framesLimited: 'A page of any other origin shows an empty frame, from the next time that it is loaded.',
  save: 'Save',
  saved: 'Saved.',
  savedWithOthers: 'Saved. What another user has changed meanwhile is kept.',
  unchanged: 'You have changed nothing.',
  names: settingNames.en,
  overwrite: {
    question: 'Overwrite the change of another user?',
    consequence: (fields: readonly string[]) =>
      `While you were here, another user changed: ${fields.join(', ')}. If you save, your change counts.`,
    action: 'Save mine',
  },
  leave: {
    question: 'Leave without saving?',
    consequence: 'What you have changed here is lost.',
    action: 'Leave',
  },
};

const de: typeof en = {
  organization: 'Organisation',
  descriptionHint: 'Man liest sie, wenn man eine Einladung öffnet.',
  optional: 'optional',
  languageHint: 'Auf den Seiten wählen alle ihre eigene Sprache; spätere Mails kommen in ihr.',
  reminders: (days) =>
    days === null
      ? 'Keine'
      : days === 1
        ? 'Nach 1 Tag, und nach noch einem wieder'
        : `Nach ${days} Tagen, und nach ebenso vielen noch einmal`,
  remindHint: (time) =>
    `Wer sich noch nicht angemeldet hat, bekommt die Einladung noch einmal, an einem Arbeitstag gegen ${time} Uhr. Wer sich angemeldet hat, wird ebenso an fehlende Fotos erinnert. Ein Link in der E-Mail beendet beides.`,
  replyToHint:
    'Die Adresse, die Antworten auf Einladungen und auf Mails zu Porträts bekommt. Ohne Adresse werden Antworten vielleicht nicht gelesen.',
  photosByHint:
    'Einladungen, die Seite zur Anmeldung und die Seite für Fotos bitten bis zu diesem Tag um Fotos. An ihm endet nichts.',
  privacy: 'Fotos und Einwilligung',
  retention: 'Tage, die hochgeladene Fotos bleiben, nachdem die Porträts fertig sind',
  retentionHint:
    '1 bis 365. Danach werden die hochgeladenen Fotos endgültig gelöscht, hier und dort, wo die Porträts entstanden sind. Die Porträts bleiben. Eine Änderung gilt für Porträts, die später fertig werden, und eine längere Zeit nur für Personen, die ihr ab dann zustimmen.',
  retentionChange:
    'Das gilt für Porträts, die ab jetzt fertig werden. Fotos zu fertigen Porträts behalten ihr bisheriges Datum.',
  consent: 'Personen auf deinen eigenen Seiten stimmen hier dem Einwilligungstext zu, bevor sie hochladen',
  consentHint:
    'Ohne das musst du ihre Einwilligung selbst nachweisen können. Eingeladene stimmen immer hier zu.',
  consentOn:
    'Wer noch nicht zugestimmt hat, wird vor dem nächsten Hochladen gefragt. An deinen eigenen Seiten musst du nichts ändern.',
  consentOff:
    'Ab jetzt wird auf deinen eigenen Seiten niemand mehr gefragt. Stelle sicher, dass du die Einwilligung aller nachweisen kannst, die hochladen.',
  kept: {
    title: 'Was bleibt, und wie lange',
    rows: [
      ['Hochgeladene Fotos', 'Die Tage oben, nachdem die Porträts fertig sind'],
      ['Porträts', 'Bis die Person oder du sie löschst'],
      ['Name, Adresse und Einwilligung', 'Solange die Person in deiner Organisation ist'],
      ['Links zu Bildern', '24 Stunden'],
      ['Webhooks und ihr Inhalt', '30 Tage'],
    ],
    erase: 'Lösche eine Person, und all das ist in wenigen Minuten weg.',
  },
  styles: {
    lead: 'Daraus entstehen die Porträts deiner Leute. Eine Änderung gilt für alle, deren Porträts noch nicht gemacht werden.',
    all: 'Alle, auch später hinzukommende',
    some: 'Nur diese',
  },
  frames: 'Wer deine Seiten in einem Rahmen zeigen darf',
  anyPage: 'Jede Seite',
  somePages: 'Nur diese Websites',
  origins: 'Erlaubte Websites, eine je Zeile',
  originsHint: 'Zum Beispiel https://app.example.com oder https://*.example.com. Leer: nur diese Seite.',
  framesOpen:
    'Jede Website kann deine Seiten in ihren eigenen zeigen. Trage die erlaubten Websites ein, um das auszuschließen.',
  framesLimited:
    'Eine Seite von anderswo zeigt einen leeren Rahmen, sobald sie das nächste Mal geladen wird.',
  save: 'Speichern',
  saved: 'Gespeichert.',
  savedWithOthers: 'Gespeichert. Was jemand anderes inzwischen geändert hat, bleibt.',
  unchanged: 'Du hast nichts geändert.',
  names: settingNames.de,
  overwrite: {
    question: 'Die Änderung eines anderen überschreiben?',
    consequence: (fields) =>
      `Während du hier warst, hat jemand anderes geändert: ${fields.join(', ')}. Wenn du speicherst, gilt deine Änderung.`,
    action: 'Meine speichern',
  },
  leave: {
    question: 'Gehen, ohne zu speichern?',
    consequence: 'Was du hier geändert hast, geht verloren.',
    action: 'Gehen',
  },
};

export const adminSettings: Texts<typeof en> = { en, de };
