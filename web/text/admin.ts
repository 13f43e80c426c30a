import type { Role } from '../../shared/contract/roles.ts';
import type { Texts } from './language.tsx';

const roles: Readonly<Record<Role, string>> = { viewer: 'Viewer', manager: 'Manager', owner: 'Owner' };

const en = {
  skip: 'Skip navigation',
  navigation: 'Sections',
  signOut: 'Sign out',
  credits: (count: number | undefined): string => (count === 1 ? 'credit' : 'credits'),
  forUsers: 'Sign in by e-mail to see users, keys, webhooks and settings.',
  needs: (role: string) =>
    `You need the role ${role} for this. An owner of your organization can give it to you.`,
  section: {
    notLoaded: 'This section could not be loaded: there is a new version of this page, or no connection.',
    reload: 'Reload the page',
  },
  signedInAs: (email: string, role: string) => `${email} · ${role}`,
  roles,
  groups: { people: 'People', developers: 'Developers', organization: 'Organization' },
  sections: {
    overview: { title: 'Overview', lead: 'How far your people have come.' },
    members: { title: 'Members', lead: 'Who is in which team, and how far everyone is.' },
    invites: { title: 'Invites', lead: 'Invite one person or a whole list, and see who has come.' },
    models: { title: 'Progress', lead: 'How far the headshots of each person are.' },
    person: { title: 'Person', lead: 'Headshots, progress and history of one person.' },
    erasures: { title: 'Erasures', lead: 'Delete a person with everything that belongs to them.' },
    gallery: { title: 'Gallery', lead: 'The favorites of all your people, to use wherever you need them.' },
    keys: { title: 'API keys', lead: 'Keys with which your servers call the API.' },
    webhooks: { title: 'Webhooks', lead: 'We tell your server about every change, signed and in order.' },
    deliveries: { title: 'Deliveries', lead: 'Every webhook of the last 30 days, the latest first.' },
    reports: { title: 'Reports', lead: 'What each team has used, month by month.' },
    settings: {
      title: 'Settings',
      lead: 'Your name, how long photos are kept, and who may show your pages.',
    },
    users: { title: 'Users', lead: 'Who can sign in here, and what each of them may do.' },
    sessions: { title: 'Sessions', lead: 'Where you are signed in, and for owners, where all users are.' },
    branding: { title: 'Branding', lead: 'Your color, font and logo on the pages of your people.' },
    audit: { title: 'Audit trail', lead: 'Who did what, when and from where, for one year.' },
  },
  signIn: {
    title: 'Sign in',
    lead: 'See your organization, its people and their headshots.',
    expired: 'Your API key or session is no longer valid. Sign in again.',
    notAccepted: 'This is not a valid API key.',
    mail: {
      heading: 'By e-mail',
      email: 'Your e-mail address',
      action: 'Send me a link',
      hint: 'Not a user yet? An owner of your organization can invite you. The operator of this service sets up new organizations.',
      sent: 'If a user has this address, a link to sign in is on its way.',
    },
    key: {
      heading: 'With an API key',
      label: 'API key',
      hint: 'The key stays in this browser tab until you sign out or close the tab.',
      action: 'Open',
    },
    link: {
      title: 'Welcome',
      lead: 'You stay signed in for 12 hours in this browser, or until you sign out.',
      action: 'Sign in',
      over: 'This link has expired or was already used',
      stillIn: 'Continue: you are still signed in',
      another: 'A link works once, and for a short time. Enter your address, and we send you a new one.',
    },
  },
  list: {
    more: 'Show more',
    place: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
    previous: 'Back',
    next: 'Next',
  },
};

const de: typeof en = {
  skip: 'Navigation überspringen',
  navigation: 'Bereiche',
  signOut: 'Abmelden',
  credits: () => 'Credits',
  forUsers: 'Melde dich per E-Mail an, um Nutzer, Schlüssel, Webhooks und Einstellungen zu sehen.',
  needs: (role) => `Dafür brauchst du die Rolle ${role}. Ein Inhaber deiner Organisation kann sie dir geben.`,
  section: {
    notLoaded:
      'Dieser Bereich ließ sich nicht laden: Es gibt eine neue Version der Seite oder keine Verbindung.',
    reload: 'Seite neu laden',
  },
  signedInAs: (email, role) => `${email} · ${role}`,
  roles: { viewer: 'Betrachter', manager: 'Verwalter', owner: 'Inhaber' },
  groups: { people: 'Personen', developers: 'Entwicklung', organization: 'Organisation' },
  sections: {
    overview: { title: 'Übersicht', lead: 'Wie weit deine Leute gekommen sind.' },
    members: { title: 'Mitglieder', lead: 'Wer in welchem Team ist und wie weit alle sind.' },
    invites: {
      title: 'Einladungen',
      lead: 'Lade eine Person oder eine ganze Liste ein und sieh, wer schon da ist.',
    },
    models: { title: 'Fortschritt', lead: 'Wie weit die Porträts jeder Person sind.' },
    person: { title: 'Person', lead: 'Porträts, Fortschritt und Verlauf einer Person.' },
    erasures: { title: 'Löschungen', lead: 'Lösche eine Person mit allem, was zu ihr gehört.' },
    gallery: {
      title: 'Galerie',
      lead: 'Die Favoriten aller deiner Leute, für alles, wofür du sie brauchst.',
    },
    keys: { title: 'API-Schlüssel', lead: 'Schlüssel, mit denen deine Server die API aufrufen.' },
    webhooks: {
      title: 'Webhooks',
      lead: 'Wir melden deinem Server jede Änderung, signiert und der Reihe nach.',
    },
    deliveries: { title: 'Zustellungen', lead: 'Alle Webhooks der letzten 30 Tage, die neuesten zuerst.' },
    reports: { title: 'Berichte', lead: 'Was jedes Team verbraucht hat, Monat für Monat.' },
    settings: {
      title: 'Einstellungen',
      lead: 'Dein Name, wie lange Fotos bleiben und wer deine Seiten zeigen darf.',
    },
    users: { title: 'Nutzer', lead: 'Wer sich hier anmelden kann und was wer darf.' },
    sessions: { title: 'Sitzungen', lead: 'Wo du angemeldet bist, und für Inhaber, wo alle Nutzer es sind.' },
    branding: {
      title: 'Aussehen',
      lead: 'Deine Farbe, deine Schrift und dein Logo auf den Seiten deiner Leute.',
    },
    audit: { title: 'Protokoll', lead: 'Wer was wann und von wo getan hat, ein Jahr lang.' },
  },
  signIn: {
    title: 'Anmelden',
    lead: 'Sieh deine Organisation, ihre Personen und deren Porträts.',
    expired: 'Dein API-Schlüssel oder deine Sitzung ist nicht mehr gültig. Melde dich noch einmal an.',
    notAccepted: 'Das ist kein gültiger API-Schlüssel.',
    mail: {
      heading: 'Per E-Mail',
      email: 'Deine E-Mail-Adresse',
      action: 'Link schicken',
      hint: 'Noch kein Zugang? Ein Inhaber deiner Organisation kann dich einladen. Neue Organisationen richtet der Betreiber des Dienstes ein.',
      sent: 'Wenn ein Nutzer diese Adresse hat, ist ein Link zum Anmelden unterwegs.',
    },
    key: {
      heading: 'Mit einem API-Schlüssel',
      label: 'API-Schlüssel',
      hint: 'Der Schlüssel bleibt in diesem Tab, bis du dich abmeldest oder den Tab schließt.',
      action: 'Öffnen',
    },
    link: {
      title: 'Willkommen',
      lead: 'Du bleibst in diesem Browser 12 Stunden lang angemeldet, oder bis du dich abmeldest.',
      action: 'Anmelden',
      over: 'Dieser Link ist abgelaufen oder schon benutzt',
      stillIn: 'Weiter: Du bist noch angemeldet',
      another:
        'Ein Link gilt einmal und nur kurze Zeit. Gib deine Adresse ein, und wir schicken dir einen neuen.',
    },
  },
  list: {
    more: 'Mehr anzeigen',
    place: (first, last, total) => `${first}–${last} von ${total}`,
    previous: 'Zurück',
    next: 'Weiter',
  },
};

export const admin: Texts<typeof en> = { en, de };
