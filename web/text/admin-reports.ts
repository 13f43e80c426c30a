import type { StuckReason } from '../../shared/contract/admin/overview.ts';
import type { FailureReason } from '../../shared/contract/schemas.ts';
import type { Texts } from './language.tsx';

const stuckReasons: Readonly<Record<StuckReason, { title: string; lead: string }>> = {
  'model-failed': {
    title: 'Headshots failed',
    lead: 'The credit is back. Open the person to try again, or to see that it needs other photos.',
  },
  'model-delayed': {
    title: 'Takes longer than usual',
    lead: 'The provider is busy or down. It goes on by itself, there is nothing to do.',
  },
  'invite-bounced': {
    title: 'Invite did not arrive',
    lead: 'The address does not take our mail. Pass the link on yourself, or invite another address.',
  },
  'uploads-refused': {
    title: 'Photos refused',
    lead: 'Some photos could not be used, and there are too few others. A word from you helps.',
  },
  'uploads-missing': {
    title: 'Photos missing',
    lead: 'Began more than three days ago, without enough photos.',
  },
  'not-begun': { title: 'Not begun', lead: 'Signed up more than three days ago, and has sent no photo.' },
  'invite-expired': { title: 'Invite expired', lead: 'Was not used within 30 days.' },
};

const failures: Readonly<Record<FailureReason, string>> = {
  'training-failed': 'The photos gave no good likeness.',
  'generation-failed': 'The headshots could not be made.',
  'photos-refused': 'The photos are not accepted.',
  'likeness-too-low': 'The headshots do not look like the person.',
  'timed-out': 'A step took too long.',
  'internal-error': 'Something failed on our side.',
};

const en = {
  from: 'From',
  to: 'To',
  measure: 'Show',
  download: 'Download CSV',
  chart: (measure: string, first: string, last: string) =>
    `${measure} by month and team, from ${first} to ${last}. The table below has the numbers.`,
  title: 'Usage by month and team',
  tableTitle: 'Numbers',
  month: 'Month',
  counters: {
    credits: 'Credits',
    modelsBegun: 'Begun',
    modelsFinished: 'Finished',
    modelsFailed: 'Failed',
    headshots: 'Headshots',
  },
  total: 'Total',
  noTeam: 'No team',
  deletedTeam: (name: string) => `${name} (deleted)`,
  otherTeams: (count: number) => (count === 1 ? '1 more team' : `${count} more teams`),
  teamsOf: (month: string) => `Teams in ${month}`,
  empty: 'Nothing was used in these months. As soon as people begin, you see here what each team uses.',
  wrongOrder: 'The last month is before the first one.',
  note: 'Each change counts for the team that the person was in at the time, in UTC. A returned credit is subtracted in the month of its return. Tests do not count.',
  stuck: {
    title: 'Who needs a hand',
    none: 'All good: no one is stuck. Tests do not count.',
    forUsers: 'Sign in by e-mail to see who is stuck, and how long headshots take.',
    since: 'since',
    reasons: stuckReasons,
    failures,
    more: (count: number) => `and ${count} more`,
    look: 'Open',
    write: 'Write a mail',
    writeTo: (email: string) => `Write a mail to ${email}`,
    copy: 'Copy link',
    copyOf: (email: string) => `Copy link of ${email}`,
    again: 'Invite again',
    inviteAgain: (email: string) => `Invite again: ${email}`,
    invited: (email: string) => `${email} has a new invite.`,
  },
  spent: {
    title: 'Credits spent',
    all: 'All reports',
    chart: (first: string, last: string) =>
      `Credits by month, from ${first} to ${last}. The reports have the numbers.`,
  },
  pace: {
    title: 'Time and cost of a set of headshots',
    median: 'Half are done within',
    slowest: 'The slowest took',
    wait: 'Usual wait before',
    cost: 'Price',
    oneCredit: '1 credit',
    atProvider: (provider: string) => `At ${provider}, usually`,
    upTo: (amount: string) => `at most ${amount}`,
    models: (count: number) =>
      count === 1
        ? 'From the start to finished headshots (1 person).'
        : `From the start to finished headshots (latest ${count} people).`,
    none: 'You see here how long headshots take as soon as the first ones are finished. Tests do not count.',
  },
};

const de: typeof en = {
  from: 'Von',
  to: 'Bis',
  measure: 'Zeigen',
  download: 'CSV herunterladen',
  chart: (measure, first, last) =>
    `${measure} je Monat und Team, von ${first} bis ${last}. Die Zahlen stehen in der Tabelle darunter.`,
  title: 'Verbrauch je Monat und Team',
  tableTitle: 'Zahlen',
  month: 'Monat',
  counters: {
    credits: 'Credits',
    modelsBegun: 'Begonnen',
    modelsFinished: 'Fertig',
    modelsFailed: 'Fehler',
    headshots: 'Porträts',
  },
  total: 'Summe',
  noTeam: 'Ohne Team',
  deletedTeam: (name) => `${name} (gelöscht)`,
  otherTeams: (count) => (count === 1 ? '1 weiteres Team' : `${count} weitere Teams`),
  teamsOf: (month) => `Teams im ${month}`,
  empty:
    'In diesen Monaten wurde nichts verbraucht. Sobald Leute anfangen, siehst du hier, was jedes Team braucht.',
  wrongOrder: 'Der letzte Monat liegt vor dem ersten.',
  note: 'Jede Änderung zählt für das Team, in dem die Person gerade war, nach UTC. Ein zurückgegebener Credit wird im Monat der Rückgabe abgezogen. Tests zählen nicht.',
  stuck: {
    title: 'Wer Hilfe braucht',
    none: 'Alles gut: Niemand hängt fest. Tests zählen nicht.',
    forUsers: 'Melde dich per E-Mail an, um zu sehen, wer festhängt und wie lange Porträts brauchen.',
    since: 'seit',
    reasons: {
      'model-failed': {
        title: 'Porträts gescheitert',
        lead: 'Der Credit ist zurück. Öffne die Person, um es noch einmal zu versuchen oder zu sehen, ob es andere Fotos braucht.',
      },
      'model-delayed': {
        title: 'Dauert länger als sonst',
        lead: 'Der Anbieter ist überlastet oder ausgefallen. Es geht von selbst weiter, du musst nichts tun.',
      },
      'invite-bounced': {
        title: 'Einladung kam nicht an',
        lead: 'Die Adresse nimmt unsere Mail nicht an. Gib den Link selbst weiter oder lade eine andere Adresse ein.',
      },
      'uploads-refused': {
        title: 'Fotos abgelehnt',
        lead: 'Einige Fotos waren nicht zu gebrauchen, und es sind zu wenige andere da. Ein Wort von dir hilft.',
      },
      'uploads-missing': {
        title: 'Fotos fehlen',
        lead: 'Vor mehr als drei Tagen angefangen, ohne genug Fotos.',
      },
      'not-begun': {
        title: 'Nicht angefangen',
        lead: 'Vor mehr als drei Tagen angemeldet und noch kein Foto geschickt.',
      },
      'invite-expired': { title: 'Einladung abgelaufen', lead: 'Wurde 30 Tage lang nicht benutzt.' },
    },
    failures: {
      'training-failed': 'Die Fotos ergaben keine gute Ähnlichkeit.',
      'generation-failed': 'Die Porträts konnten nicht gemacht werden.',
      'photos-refused': 'Die Fotos werden nicht angenommen.',
      'likeness-too-low': 'Die Porträts sehen der Person nicht ähnlich.',
      'timed-out': 'Ein Schritt hat zu lange gedauert.',
      'internal-error': 'Auf unserer Seite ist etwas schiefgegangen.',
    },
    more: (count) => `und ${count} weitere`,
    look: 'Öffnen',
    write: 'Mail schreiben',
    writeTo: (email) => `Mail schreiben: ${email}`,
    copy: 'Link kopieren',
    copyOf: (email) => `Link kopieren: ${email}`,
    again: 'Neu einladen',
    inviteAgain: (email) => `Neu einladen: ${email}`,
    invited: (email) => `${email} hat eine neue Einladung.`,
  },
  spent: {
    title: 'Verbrauchte Credits',
    all: 'Alle Berichte',
    chart: (first, last) => `Credits je Monat, von ${first} bis ${last}. Die Zahlen stehen in den Berichten.`,
  },
  pace: {
    title: 'Zeit und Preis eines Satzes Porträts',
    median: 'Die Hälfte ist fertig nach',
    slowest: 'Das langsamste brauchte',
    wait: 'Übliche Wartezeit davor',
    cost: 'Preis',
    oneCredit: '1 Credit',
    atProvider: (provider) => `Bei ${provider} meist`,
    upTo: (amount) => `höchstens ${amount}`,
    models: (count) =>
      count === 1
        ? 'Vom Beginn bis zu den fertigen Porträts, bei einer Person.'
        : `Vom Beginn bis zu den fertigen Porträts, bei den letzten ${count} Personen.`,
    none: 'Sobald die ersten Porträts fertig sind, siehst du hier, wie lange es dauert. Tests zählen nicht.',
  },
};

export const adminReports: Texts<typeof en> = { en, de };
