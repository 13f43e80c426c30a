import type { Texts } from './language.tsx';

const en = {
  expired: {
    title: 'This link has expired',
    lead: 'Open the page that led you here again to get a new link.',
  },
  openMail: {
    title: 'Open the link in your mail',
    lead: 'Open the link in your invite again, and have a link mailed to you that continues where you left off.',
  },
  notOpened: 'The page could not be opened',
  signOut: 'Sign out',
  signedOut: {
    byInvite: {
      title: 'You are signed out',
      lead: 'To come back, open the link in your invite and have a link mailed to you.',
    },
    byPartner: { title: 'You are signed out', lead: 'To come back, go to the page that led you here.' },
  },
  erase: {
    action: 'Erase everything',
    question: 'Erase everything?',
    consequence:
      'This withdraws your consent and erases your photos, your headshots, your name and your address. You cannot undo this.',
  },
  erased: {
    title: 'Everything is erased',
    lead: 'Your photos, headshots, name and address are erased. You can close this page.',
  },
};

const de: typeof en = {
  expired: {
    title: 'Dieser Link ist abgelaufen',
    lead: 'Öffne die Seite, die dich hierher geführt hat, noch einmal. Dort bekommst du einen neuen Link.',
  },
  openMail: {
    title: 'Öffne den Link in deiner E-Mail',
    lead: 'Öffne noch einmal den Link in deiner Einladung und lass dir einen Link schicken, mit dem du weitermachen kannst.',
  },
  notOpened: 'Die Seite konnte nicht geöffnet werden',
  signOut: 'Abmelden',
  signedOut: {
    byInvite: {
      title: 'Du bist abgemeldet',
      lead: 'Um zurückzukommen, öffne den Link in deiner Einladung und lass dir einen neuen Link schicken.',
    },
    byPartner: {
      title: 'Du bist abgemeldet',
      lead: 'Um zurückzukommen, geh zu der Seite, die dich hierher geführt hat.',
    },
  },
  erase: {
    action: 'Alles löschen',
    question: 'Alles löschen?',
    consequence:
      'Damit widerrufst du deine Einwilligung und löschst deine Fotos, deine Porträts, deinen Namen und deine Adresse. Das lässt sich nicht rückgängig machen.',
  },
  erased: {
    title: 'Alles ist gelöscht',
    lead: 'Deine Fotos, Porträts, dein Name und deine Adresse sind gelöscht. Du kannst diese Seite schließen.',
  },
};

export const studio: Texts<typeof en> = { en, de };
