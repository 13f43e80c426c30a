import type { Texts } from './language.tsx';

/** The sentences of a screen that has little more. */
export interface Sentences {
  title: string;
  lead: string;
}
type OfInvite = (organization: string, expiry: string) => Sentences;

const closed: Readonly<Record<'used' | 'expired' | 'revoked', OfInvite>> = {
  used: () => ({
    title: 'You have already started',
    lead: 'Have a link mailed to you, and continue where you left off.',
  }),
  expired: (organization, expiry) => ({
    title: 'This invite has expired',
    lead: `It was valid until ${expiry}. Ask ${organization} for a new one. It takes them a moment.`,
  }),
  revoked: (organization) => ({
    title: 'This invite was withdrawn',
    lead: `Perhaps there is a newer one in your mail. If not, ask ${organization} whether you should get one.`,
  }),
};

const en = {
  title: (organization: string) => `${organization} invites you`,
  lead: 'Send in a few photos of yourself and get headshots that you can use anywhere.',
  photosBy: (day: string) => `Please send your photos by ${day}.`,
  invitedAddress: 'Invited address',
  email: 'E-mail address',
  emailInstead: (invited: string) => `instead of ${invited}`,
  emailHint: 'We mail a link to it. Until you open that, the invited address is used.',
  otherAddress: 'Use another address',
  start: 'Start',
  next: (expiry: string) =>
    `You read how your photos are used before you send in any. The invite is valid until ${expiry}.`,
  steps: ['Add a few photos', 'We make your headshots', 'Choose your favorite'],
  mailLink: 'Mail me a link to continue',
  mailed: {
    title: 'Check your mail',
    lead: 'If you have signed up, a link to continue is on its way to the address that you signed up with. If none comes, ask the organization that invited you.',
  },
  notOpened: 'The invite could not be opened',
  unknown: {
    title: 'There is no such invite',
    lead: 'It is not complete, or was erased. Open the link in your mail again, or copy it as a whole. If that does not help, ask the organization that invited you for a new invite.',
  },
  closed,
  stopReminders: {
    title: 'No more reminders?',
    lead: (organization: string) =>
      `${organization} may remind you by mail for as long as photos are missing.`,
    action: 'Stop reminders',
    done: {
      title: 'You get no more reminders',
      lead: 'You can still use the links in your mails, and have your headshots made.',
    },
  },
  join: {
    title: (organization: string) => `Headshots for people of ${organization}`,
    lead: 'Enter your work address, and get your invite by mail.',
    domains: (domains: readonly string[]) => `An address at ${domains.join(', ')}.`,
    action: 'Mail me an invite',
    otherDomain: (domains: readonly string[]) => `This link is for addresses at ${domains.join(', ')}.`,
    full: 'There is no room for more people right now. Ask your organization.',
    sent: (email: string) => ({
      title: 'Check your mail',
      lead: `Your invite is on its way to ${email}. If you have started before, it leads you back. To correct the address, open the link again.`,
    }),
    over: {
      title: 'This link has ended',
      lead: 'If you have an invite in your mail, open that. If not, ask your organization for one.',
    },
  },
  toWebsite: (host: string) => `Go to ${host}`,
  linkOver: {
    title: 'This link has expired or was already used',
    lead: 'A link works once, and for a limited time. Have a new one mailed to you, and continue where you left off.',
    action: 'Mail me a new link',
  },
  back: { title: 'Welcome back', lead: 'Continue where you left off.', action: 'Continue' },
  confirm: {
    title: 'Is this your address?',
    lead: 'Confirm that you have signed up for headshots with this address.',
    action: 'Confirm',
    done: (email: string) => ({
      title: 'Your address is confirmed',
      lead: `From now on, ${email} is your address. You can close this page.`,
    }),
    expired: {
      title: 'This link is no longer valid',
      lead: 'It works once, within 24 hours. Your former address stays.',
    },
  },
};

const de: typeof en = {
  title: (organization) => `${organization} lädt dich ein`,
  lead: 'Schick ein paar Fotos von dir und bekomme Porträts, die du überall verwenden kannst.',
  photosBy: (day) => `Bitte schick deine Fotos bis zum ${day}.`,
  invitedAddress: 'Eingeladene Adresse',
  email: 'E-Mail-Adresse',
  emailInstead: (invited) => `statt ${invited}`,
  emailHint: 'Wir schicken einen Link dorthin. Bis du ihn öffnest, gilt die eingeladene Adresse.',
  otherAddress: 'Andere Adresse verwenden',
  start: 'Los geht’s',
  next: (expiry) =>
    `Wofür deine Fotos verwendet werden, liest du, bevor du eines schickst. Die Einladung gilt bis zum ${expiry}.`,
  steps: ['Ein paar Fotos schicken', 'Wir machen deine Porträts', 'Lieblingsbild wählen'],
  mailLink: 'Schickt mir einen Link zum Weitermachen',
  mailed: {
    title: 'Sieh in deine E-Mails',
    lead: 'Wenn du dich angemeldet hast, ist ein Link zum Weitermachen unterwegs an die Adresse, mit der du dich angemeldet hast. Wenn keiner kommt, frag bei der Organisation nach, die dich eingeladen hat.',
  },
  notOpened: 'Die Einladung konnte nicht geöffnet werden',
  unknown: {
    title: 'Diese Einladung gibt es nicht',
    lead: 'Sie ist nicht vollständig oder wurde gelöscht. Öffne den Link in deiner E-Mail noch einmal oder kopiere ihn ganz. Wenn das nicht hilft, bitte die Organisation, die dich eingeladen hat, um eine neue Einladung.',
  },
  closed: {
    used: () => ({
      title: 'Du hast schon angefangen',
      lead: 'Lass dir einen Link schicken und mach weiter, wo du aufgehört hast.',
    }),
    expired: (organization, expiry) => ({
      title: 'Diese Einladung ist abgelaufen',
      lead: `Sie galt bis zum ${expiry}. Bitte ${organization} um eine neue. Das geht schnell.`,
    }),
    revoked: (organization) => ({
      title: 'Diese Einladung wurde zurückgezogen',
      lead: `Vielleicht liegt schon eine neue in deinen E-Mails. Wenn nicht, frag bei ${organization} nach.`,
    }),
  },
  stopReminders: {
    title: 'Keine Erinnerungen mehr?',
    lead: (organization) => `${organization} erinnert dich vielleicht per Mail, solange Fotos fehlen.`,
    action: 'Nicht mehr erinnern',
    done: {
      title: 'Du bekommst keine Erinnerungen mehr',
      lead: 'Die Links in deinen Mails kannst du weiter verwenden und dir Porträts machen lassen.',
    },
  },
  join: {
    title: (organization) => `Porträts für die Leute von ${organization}`,
    lead: 'Gib deine dienstliche E-Mail-Adresse ein, und du bekommst deine Einladung per Mail.',
    domains: (domains) => `Eine Adresse bei ${domains.join(', ')}.`,
    action: 'Einladung zuschicken',
    otherDomain: (domains) => `Dieser Link ist für Adressen bei ${domains.join(', ')}.`,
    full: 'Zurzeit ist kein Platz für weitere Leute. Frag deine Organisation.',
    sent: (email) => ({
      title: 'Sieh in deine Mails',
      lead: `Deine Einladung ist unterwegs an ${email}. Wenn du schon angefangen hast, führt sie dich zurück. Um die Adresse zu korrigieren, öffne den Link noch einmal.`,
    }),
    over: {
      title: 'Dieser Link ist beendet',
      lead: 'Wenn eine Einladung in deinen Mails ist, öffne sie. Wenn nicht, bitte deine Organisation um eine.',
    },
  },
  toWebsite: (host) => `Zu ${host}`,
  linkOver: {
    title: 'Dieser Link ist abgelaufen oder schon benutzt',
    lead: 'Ein Link gilt einmal und für begrenzte Zeit. Lass dir einen neuen schicken und mach weiter, wo du aufgehört hast.',
    action: 'Schickt mir einen neuen Link',
  },
  back: { title: 'Willkommen zurück', lead: 'Mach weiter, wo du aufgehört hast.', action: 'Weiter' },
  confirm: {
    title: 'Ist das deine Adresse?',
    lead: 'Bestätige, dass du dich mit dieser Adresse für Porträts angemeldet hast.',
    action: 'Bestätigen',
    done: (email) => ({
      title: 'Deine Adresse ist bestätigt',
      lead: `Ab jetzt ist ${email} deine Adresse. Du kannst diese Seite schließen.`,
    }),
    expired: {
      title: 'Dieser Link gilt nicht mehr',
      lead: 'Er gilt einmal, 24 Stunden lang. Deine bisherige Adresse bleibt.',
    },
  },
};

export const signup: Texts<typeof en> = { en, de };
