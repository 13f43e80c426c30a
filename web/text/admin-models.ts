import type { ModelStatus } from '../../shared/contract/schemas.ts';
import type { Texts } from './language.tsx';

const status: Readonly<Record<ModelStatus, string>> = {
  onboarding: 'Uploading',
  waiting: 'Waiting',
  pending: 'Training',
  generatingHeadshots: 'Generating',
  active: 'Active',
  failed: 'Failed',
  deleted: 'Deleted',
};

const en = {
  status,
  title: 'Models',
  columns: {
    favorite: 'Favorite',
    person: 'Person',
    status: 'Status',
    photos: 'Photos',
    created: 'Created',
    actions: 'Actions',
  },
  photos: (count: number): string => (count === 1 ? 'photo' : 'photos'),
  deleted: 'Deleted',
  open: 'Open',
  openPageOf: (email: string) => `Open the page of ${email}`,
  empty: 'No models yet. Create the first one with an e-mail address.',
  create: {
    title: 'New model',
    email: 'E-mail address',
    isDevelopment: 'Development: test data in a few minutes, without using a credit',
    action: 'Create model',
  },
  frame: {
    label: 'The page of a member',
    title: (email: string) => `The page of ${email}`,
  },
  funnel: {
    title: 'From invite to favorite',
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
    uploading: 'Uploading photos',
    inProgress: 'In progress',
    failed: 'Failed',
    credits: 'Credits left',
  },
};

const de: typeof en = {
  status: {
    onboarding: 'Lädt hoch',
    waiting: 'Wartet',
    pending: 'Training',
    generatingHeadshots: 'Entsteht',
    active: 'Fertig',
    failed: 'Fehlgeschlagen',
    deleted: 'Gelöscht',
  },
  title: 'Modelle',
  columns: {
    favorite: 'Favorit',
    person: 'Person',
    status: 'Status',
    photos: 'Bilder',
    created: 'Angelegt',
    actions: 'Aktionen',
  },
  photos: (count: number): string => (count === 1 ? 'Bild' : 'Bilder'),
  deleted: 'Gelöscht',
  open: 'Öffnen',
  openPageOf: (email: string) => `Die Seite von ${email} öffnen`,
  empty: 'Noch keine Modelle. Lege das erste mit einer E-Mail-Adresse an.',
  create: {
    title: 'Neues Modell',
    email: 'E-Mail-Adresse',
    isDevelopment: 'Entwicklung: Testdaten in wenigen Minuten, ohne einen Credit zu verbrauchen',
    action: 'Modell anlegen',
  },
  frame: {
    label: 'Die Seite eines Mitglieds',
    title: (email: string) => `Die Seite von ${email}`,
  },
  funnel: {
    title: 'Von der Einladung zum Favoriten',
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
    uploading: 'Laden Fotos hoch',
    inProgress: 'In Arbeit',
    failed: 'Fehlgeschlagen',
    credits: 'Credits übrig',
  },
};

export const adminModels: Texts<typeof en> = { en, de };
