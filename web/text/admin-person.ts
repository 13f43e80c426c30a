import type { PersonState } from '../admin/person/state.ts';
import type { Texts } from './language.tsx';

interface StateTexts {
  label: string;
  sentence: string;
}

const states: Readonly<Record<PersonState, StateTexts>> = {
  invited: { label: 'Invited', sentence: 'Has an invite, and has not signed up yet.' },
  bounced: {
    label: 'Invite did not arrive',
    sentence: 'The address does not take our mail. Invite another address, or pass the link on yourself.',
  },
  over: { label: 'Invite is over', sentence: 'The invite was revoked or has expired.' },
  joined: { label: 'Signed up', sentence: 'Has signed up, and has sent no photos yet.' },
  uploading: { label: 'Sending photos', sentence: 'Can send photos, and has not sent enough yet.' },
  making: { label: 'Being made', sentence: 'The headshots are being made. There is nothing to do.' },
  again: { label: 'Being tried again', sentence: 'Something failed. We try again without your help.' },
  ready: { label: 'Headshots ready', sentence: 'The headshots are ready. None is chosen yet.' },
  chosen: { label: 'Headshot chosen', sentence: 'The headshots are ready, and one is chosen.' },
  failed: { label: 'Did not work', sentence: 'The headshots could not be made. They have cost nothing.' },
  erased: { label: 'Erased', sentence: 'This person was erased. What is left has no name.' },
};

const en = {
  back: 'Members',
  states,
  noTeam: 'No team',
  joined: 'Joined',
  invited: 'Invited',
  lastMail: 'Last mail',
  until: 'Invite ends',
  ids: 'IDs for support',
  actions: 'What you can do',
  ofManagers: 'Managers and owners can remind people, choose a headshot for them and erase them.',
  resend: 'Send the invite again',
  resent: (email: string) => `The invite to ${email} was sent again.`,
  invite: 'Invite again',
  invitedAgain: (email: string) => `${email} has a new invite.`,
  write: 'Write a reminder',
  reminder: 'Your headshots',
  retry: 'Try again',
  retryHint: 'Costs a credit, which comes back if it fails again.',
  retried: 'The headshots are being made once more.',
  otherPhotos: 'This needs other photos: erase the person, and send a new invite.',
  photos: 'Headshots',
  photosRefused: 'This API key may not see headshots: it needs the right to read photos.',
  photosPending: 'There are no headshots yet.',
  count: (count: number) => (count === 1 ? '1 headshot' : `${count} headshots`),
  openToChoose: 'Open one to choose it for this person.',
  chosen: 'Chosen',
  chosenOf: (name: string) => `The chosen headshot of ${name}`,
  open: (number: number) => `Open headshot ${number}`,
  openChosen: (number: number) => `Open headshot ${number}, which is chosen`,
  choose: 'Choose for this person',
  chooseHint: 'They are told by mail, and can choose another.',
  nowChosen: (name: string) => `Chosen for ${name}.`,
  history: 'History',
  historyOfOwners: 'Owners who sign in by e-mail see here what was done, by whom and when.',
  noHistory: 'Nothing within the last year.',
  whole: 'In the audit trail',
};

const de: typeof en = {
  back: 'Mitglieder',
  states: {
    invited: { label: 'Eingeladen', sentence: 'Hat eine Einladung und sich noch nicht angemeldet.' },
    bounced: {
      label: 'Einladung kam nicht an',
      sentence:
        'Die Adresse nimmt unsere Mails nicht an. Lade eine andere ein oder gib den Link selbst weiter.',
    },
    over: { label: 'Einladung vorbei', sentence: 'Die Einladung wurde widerrufen oder ist abgelaufen.' },
    joined: { label: 'Angemeldet', sentence: 'Hat sich angemeldet und noch keine Fotos geschickt.' },
    uploading: {
      label: 'Schickt Fotos',
      sentence: 'Kann Fotos schicken und hat noch nicht genug geschickt.',
    },
    making: { label: 'In Arbeit', sentence: 'Die Porträts entstehen gerade. Es gibt nichts zu tun.' },
    again: {
      label: 'Neuer Versuch läuft',
      sentence: 'Etwas ging schief. Wir versuchen es von selbst noch einmal.',
    },
    ready: { label: 'Porträts fertig', sentence: 'Die Porträts sind fertig. Noch ist keines gewählt.' },
    chosen: { label: 'Porträt gewählt', sentence: 'Die Porträts sind fertig, und eines ist gewählt.' },
    failed: {
      label: 'Nicht gelungen',
      sentence: 'Die Porträts konnten nicht gemacht werden. Sie haben nichts gekostet.',
    },
    erased: { label: 'Gelöscht', sentence: 'Diese Person wurde gelöscht. Was bleibt, hat keinen Namen.' },
  },
  noTeam: 'Kein Team',
  joined: 'Dabei seit',
  invited: 'Eingeladen',
  lastMail: 'Letzte Mail',
  until: 'Einladung endet',
  ids: 'IDs für den Support',
  actions: 'Was du tun kannst',
  ofManagers: 'Verwalter und Inhaber können erinnern, ein Porträt für die Person wählen und sie löschen.',
  resend: 'Einladung noch einmal schicken',
  resent: (email) => `Die Einladung an ${email} wurde noch einmal verschickt.`,
  invite: 'Noch einmal einladen',
  invitedAgain: (email) => `${email} hat eine neue Einladung.`,
  write: 'Erinnerung schreiben',
  reminder: 'Deine Porträts',
  retry: 'Noch einmal versuchen',
  retryHint: 'Kostet einen Credit, der zurückkommt, wenn es wieder nicht gelingt.',
  retried: 'Die Porträts werden noch einmal gemacht.',
  otherPhotos: 'Dafür braucht es andere Fotos: Lösche die Person und schicke eine neue Einladung.',
  photos: 'Porträts',
  photosRefused: 'Dieser API-Schlüssel darf keine Porträts sehen: Er braucht das Recht, Bilder zu lesen.',
  photosPending: 'Noch gibt es keine Porträts.',
  count: (count) => (count === 1 ? '1 Porträt' : `${count} Porträts`),
  openToChoose: 'Öffne eines, um es für diese Person zu wählen.',
  chosen: 'Gewählt',
  chosenOf: (name) => `Das gewählte Porträt von ${name}`,
  open: (number) => `Porträt ${number} öffnen`,
  openChosen: (number) => `Porträt ${number} öffnen, das gewählt ist`,
  choose: 'Für diese Person wählen',
  chooseHint: 'Sie erfährt es per Mail und kann ein anderes wählen.',
  nowChosen: (name) => `Für ${name} gewählt.`,
  history: 'Verlauf',
  historyOfOwners: 'Inhaber, die sich per E-Mail anmelden, sehen hier, was wer wann getan hat.',
  noHistory: 'Nichts im letzten Jahr.',
  whole: 'Im Protokoll',
};

export const adminPerson: Texts<typeof en> = { en, de };
