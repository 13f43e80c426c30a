import type { Texts } from './language.tsx';

const en = {
  list: 'Favorites',
  team: 'Team',
  allTeams: 'All teams',
  opinion: 'Opinion',
  allOpinions: 'All',
  liked: { loved: 'Loved', liked: 'Liked', none: 'No opinion' },
  count: (total: number) => (total === 1 ? '1 favorite' : `${total.toLocaleString('en')} favorites`),
  none: 'As soon as someone chooses a favorite, you find it here.',
  noneOfFilter: 'No favorites match.',
  noTeam: 'No team',
  open: (name: string) => `Open the photo of ${name}`,
  photoOf: (name: string) => `The photo of ${name}`,
  large: 'Headshot',
  position: (number: number, count: number) => `${number} of ${count}`,
  previous: 'Previous headshot',
  next: 'Next headshot',
  download: 'Download',
  zip: 'Photos as ZIP',
  csv: 'List as CSV',
  packing: (done: number, of: number) => `${done} of ${of} packed`,
  listing: (done: number, of: number) => `${done} of ${of} listed`,
  packed: 'The photos are downloaded.',
  packedWithout: (missing: number) =>
    missing === 1
      ? 'Downloaded. One photo was deleted meanwhile and is not in the archive.'
      : `Downloaded. ${missing} photos were deleted meanwhile and are not in the archive.`,
  listed: 'The list is downloaded.',
  files: { archive: 'favorites', withoutTeam: 'No team', unnamed: 'Headshot' },
  columns: {
    name: 'Name',
    email: 'E-mail address',
    team: 'Team',
    model: 'Model',
    photo: 'Photo',
    link: 'Link',
    expires: 'Link ends at',
  },
};

const de: typeof en = {
  list: 'Favoriten',
  team: 'Team',
  allTeams: 'Alle Teams',
  opinion: 'Meinung',
  allOpinions: 'Alle',
  liked: { loved: 'Gefällt sehr', liked: 'Gefällt', none: 'Ohne Meinung' },
  count: (total) => (total === 1 ? '1 Favorit' : `${total.toLocaleString('de')} Favoriten`),
  none: 'Sobald jemand einen Favoriten wählt, findest du ihn hier.',
  noneOfFilter: 'Keine passenden Favoriten.',
  noTeam: 'Kein Team',
  open: (name) => `Das Bild von ${name} öffnen`,
  photoOf: (name) => `Das Bild von ${name}`,
  large: 'Porträt',
  position: (number, count) => `${number} von ${count}`,
  previous: 'Voriges Porträt',
  next: 'Nächstes Porträt',
  download: 'Herunterladen',
  zip: 'Bilder als ZIP',
  csv: 'Liste als CSV',
  packing: (done, of) => `${done} von ${of} eingepackt`,
  listing: (done, of) => `${done} von ${of} in der Liste`,
  packed: 'Die Bilder sind heruntergeladen.',
  packedWithout: (missing) =>
    missing === 1
      ? 'Heruntergeladen. Ein Bild wurde inzwischen gelöscht und fehlt im Archiv.'
      : `Heruntergeladen. ${missing} Bilder wurden inzwischen gelöscht und fehlen im Archiv.`,
  listed: 'Die Liste ist heruntergeladen.',
  files: { archive: 'favoriten', withoutTeam: 'Kein Team', unnamed: 'Porträt' },
  columns: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    team: 'Team',
    model: 'Modell',
    photo: 'Bild',
    link: 'Link',
    expires: 'Link gilt bis',
  },
};

export const adminGallery: Texts<typeof en> = { en, de };
