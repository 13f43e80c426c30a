import type { Texts } from './language.tsx';

const en = {
  skip: 'Skip navigation',
  navigation: 'Sections',
  signOut: 'Sign out',
  credits: (count: number | undefined): string => (count === 1 ? 'credit' : 'credits'),
  forOwners: 'Sign in by e-mail as an owner to see keys, webhooks and settings.',
  groups: { people: 'People', developers: 'Developers', organization: 'Organization' },
  sections: {
    overview: { title: 'Overview', lead: 'How far your people have come.' },
    models: { title: 'Models', lead: 'One model for each person, from the first photo to the headshots.' },
    keys: { title: 'API keys', lead: 'Keys with which your servers call the API.' },
    webhooks: { title: 'Webhooks', lead: 'We tell your server about every change, signed and in order.' },
    deliveries: { title: 'Deliveries', lead: 'Every webhook of the last 30 days, the latest first.' },
    settings: {
      title: 'Settings',
      lead: 'Your name, how long photos are kept, and who may show your pages.',
    },
    sessions: { title: 'Sessions', lead: 'Where owners are signed in.' },
    audit: { title: 'Audit trail', lead: 'Who did what, when and from where, for one year.' },
  },
  signIn: {
    title: 'Sign in',
    lead: 'See your organization, its people and their headshots.',
    expired: 'Your API key or session is no longer valid. Sign in again.',
    notAccepted: 'This is not a valid API key, or your link or session is no longer valid.',
    mail: {
      heading: 'By e-mail',
      email: 'E-mail address of an owner',
      action: 'Send me a link',
      sent: 'If an owner has this address, a link to sign in is on its way.',
    },
    key: {
      heading: 'With an API key',
      label: 'API key',
      hint: 'The key stays in this browser tab until you sign out or close the tab.',
      action: 'Open',
    },
    link: {
      title: 'Welcome back',
      lead: 'You stay signed in for 12 hours in this tab.',
      action: 'Sign in',
    },
  },
  list: {
    more: 'Show more',
  },
};

const de: typeof en = {
  skip: 'Navigation überspringen',
  navigation: 'Bereiche',
  signOut: 'Abmelden',
  credits: () => 'Credits',
  forOwners: 'Melde dich als Inhaber per E-Mail an, um Schlüssel, Webhooks und Einstellungen zu sehen.',
  groups: { people: 'Personen', developers: 'Entwicklung', organization: 'Organisation' },
  sections: {
    overview: { title: 'Übersicht', lead: 'Wie weit deine Leute gekommen sind.' },
    models: { title: 'Modelle', lead: 'Ein Modell je Person, vom ersten Foto bis zu den Porträts.' },
    keys: { title: 'API-Schlüssel', lead: 'Schlüssel, mit denen deine Server die API aufrufen.' },
    webhooks: {
      title: 'Webhooks',
      lead: 'Wir melden deinem Server jede Änderung, signiert und der Reihe nach.',
    },
    deliveries: { title: 'Zustellungen', lead: 'Alle Webhooks der letzten 30 Tage, die neuesten zuerst.' },
    settings: {
      title: 'Einstellungen',
      lead: 'Dein Name, wie lange Fotos bleiben und wer deine Seiten zeigen darf.',
    },
    sessions: { title: 'Sitzungen', lead: 'Wo Inhaber angemeldet sind.' },
    audit: { title: 'Protokoll', lead: 'Wer was wann und von wo getan hat, ein Jahr lang.' },
  },
  signIn: {
    title: 'Anmelden',
    lead: 'Sieh deine Organisation, ihre Personen und deren Porträts.',
    expired: 'Dein API-Schlüssel oder deine Sitzung ist nicht mehr gültig. Melde dich noch einmal an.',
    notAccepted: 'Das ist kein gültiger API-Schlüssel, oder dein Link oder deine Sitzung ist abgelaufen.',
    mail: {
      heading: 'Per E-Mail',
      email: 'E-Mail-Adresse eines Inhabers',
      action: 'Link schicken',
      sent: 'Wenn ein Inhaber diese Adresse hat, ist ein Link zum Anmelden unterwegs.',
    },
    key: {
      heading: 'Mit einem API-Schlüssel',
      label: 'API-Schlüssel',
      hint: 'Der Schlüssel bleibt in diesem Tab, bis du dich abmeldest oder den Tab schließt.',
      action: 'Öffnen',
    },
    link: {
      title: 'Willkommen zurück',
      lead: 'Du bleibst in diesem Tab 12 Stunden lang angemeldet.',
      action: 'Anmelden',
    },
  },
  list: {
    more: 'Mehr anzeigen',
  },
};

export const admin: Texts<typeof en> = { en, de };
