import type { ModelStatus } from '../../shared/contract/schemas.ts';
import type { Texts } from './language.tsx';

const status: Readonly<Record<ModelStatus, string>> = {
  onboarding: 'Sending photos',
  waiting: 'In line',
  pending: 'Being prepared',
  generatingHeadshots: 'Being made',
  active: 'Ready',
  failed: 'Did not work',
  deleted: 'Deleted',
};

const en = {
  status,
  title: 'One by one',
  columns: {
    favorite: 'Favorite',
    person: 'Person',
    status: 'Status',
    photos: 'Headshots',
    created: 'Begun',
    actions: 'Actions',
  },
  photos: (count: number): string => (count === 1 ? 'headshot' : 'headshots'),
  deleted: 'Deleted',
  open: 'Open',
  openPageOf: (email: string) => `Open the page of ${email}`,
  empty: 'No one here yet. As soon as people sign up, you see here how far they are.',
  create: {
    title: 'Add someone on your own page',
    email: 'E-mail address',
    isDevelopment: 'Test: sample headshots in a few minutes, without using a credit',
    action: 'Add person',
  },
  frame: { label: 'The page of a member', title: (email: string) => `The page of ${email}` },
  funnel: {
    title: 'From invite to favorite',
    ownPages: 'Tests count too. Whoever you add on your own page counts as signed up at once.',
    of: (count: number, all: number) => `${count} of ${all}`,
    stages: {
      asked: 'Invited or added',
      joined: 'Signed up',
      uploaded: 'Photos sent',
      ready: 'Headshots ready',
      chosen: 'Favorite chosen',
    },
    empty: 'As soon as you invite people, you see here how far they have come.',
  },
  now: {
    title: 'Right now',
    tests: 'Tests count too.',
    noCredits: 'Without credits, no one can be invited. The operator of the service adds some.',
    uploading: 'Uploading photos',
    inProgress: 'In progress',
    failed: 'Did not work',
    credits: 'Credits left',
  },
};

const de: typeof en = {
  status: {
    onboarding: 'Schickt Fotos',
    waiting: 'In der Schlange',
    pending: 'In Vorbereitung',
    generatingHeadshots: 'In Arbeit',
    active: 'Fertig',
    failed: 'Nicht gelungen',
    deleted: 'Gelöscht',
  },
  title: 'Alle einzeln',
  columns: {
    favorite: 'Favorit',
    person: 'Person',
    status: 'Status',
    photos: 'Porträts',
    created: 'Begonnen',
    actions: 'Aktionen',
  },
  photos: (count: number): string => (count === 1 ? 'Porträt' : 'Porträts'),
  deleted: 'Gelöscht',
  open: 'Öffnen',
  openPageOf: (email: string) => `Die Seite von ${email} öffnen`,
  empty: 'Noch niemand da. Sobald sich Leute anmelden, siehst du hier, wie weit sie sind.',
  create: {
    title: 'Jemanden auf deiner eigenen Seite hinzufügen',
    email: 'E-Mail-Adresse',
    isDevelopment: 'Test: Beispielporträts in wenigen Minuten, ohne einen Credit zu verbrauchen',
    action: 'Person hinzufügen',
  },
  frame: { label: 'Die Seite eines Mitglieds', title: (email: string) => `Die Seite von ${email}` },
  funnel: {
    title: 'Von der Einladung zum Favoriten',
    ownPages: 'Tests zählen mit. Wer auf deiner eigenen Seite dazukommt, zählt sofort als angemeldet.',
    of: (count: number, all: number) => `${count} von ${all}`,
    stages: {
      asked: 'Eingeladen oder angelegt',
      joined: 'Angemeldet',
      uploaded: 'Fotos geschickt',
      ready: 'Porträts fertig',
      chosen: 'Favorit gewählt',
    },
    empty: 'Sobald du Leute einlädst, siehst du hier, wie weit sie gekommen sind.',
  },
  now: {
    title: 'Gerade jetzt',
    tests: 'Tests zählen mit.',
    noCredits: 'Ohne Credits kannst du niemanden einladen. Der Betreiber des Dienstes fügt welche hinzu.',
    uploading: 'Laden Fotos hoch',
    inProgress: 'In Arbeit',
    failed: 'Nicht gelungen',
    credits: 'Credits übrig',
  },
};

export const adminModels: Texts<typeof en> = { en, de };
