import type { Texts } from './language.tsx';

const en = {
  title: 'You are invited',
  lead: 'Upload a few photos of yourself and get portraits you can use anywhere.',
  name: 'Name',
  optional: 'optional',
  email: 'E-mail address',
  emailInstead: 'instead of the invited one',
  emailHint: 'We mail a link to it. Until you open that, the invited address is used.',
  otherAddress: 'Use another address',
  start: 'Start',
  startedBefore: 'Started before?',
  mailLink: 'Mail me a link to continue',
  mailed: 'Look into your mail',
  mailedLead: 'If you have signed up with this invite, a link to continue is on its way to you.',
  ended: {
    title: 'This invite is no longer valid',
    lead: 'If you have signed up with it, have a link mailed to you. If not, ask the organization that invited you for a new invite.',
  },
  back: { title: 'Welcome back', lead: 'Continue where you left off.', action: 'Continue' },
  confirm: {
    title: 'Is this your address?',
    lead: 'Confirm that you have signed up for headshots with this address.',
    action: 'Confirm',
    done: 'Your address is confirmed',
    doneLead: (email: string) => `From now on, ${email} is your address. You can close this page.`,
    expired: 'This link is no longer valid',
    expiredLead: 'It works once, within 24 hours. Your former address stays.',
  },
};

const de: typeof en = {
  title: 'Du bist eingeladen',
  lead: 'Lade ein paar Fotos von dir hoch und bekomme Porträts, die du überall verwenden kannst.',
  name: 'Name',
  optional: 'freiwillig',
  email: 'E-Mail-Adresse',
  emailInstead: 'statt der eingeladenen',
  emailHint: 'Wir schicken einen Link dorthin. Bis du ihn öffnest, gilt die eingeladene Adresse.',
  otherAddress: 'Eine andere Adresse verwenden',
  start: 'Los geht’s',
  startedBefore: 'Schon angefangen?',
  mailLink: 'Schickt mir einen Link zum Weitermachen',
  mailed: 'Sieh in deine E-Mails',
  mailedLead:
    'Wenn du dich mit dieser Einladung angemeldet hast, ist ein Link zum Weitermachen unterwegs zu dir.',
  ended: {
    title: 'Diese Einladung gilt nicht mehr',
    lead: 'Wenn du dich schon mit ihr angemeldet hast, lass dir einen Link schicken. Wenn nicht, bitte die Organisation, die dich eingeladen hat, um eine neue Einladung.',
  },
  back: { title: 'Willkommen zurück', lead: 'Mach weiter, wo du aufgehört hast.', action: 'Weiter' },
  confirm: {
    title: 'Ist das deine Adresse?',
    lead: 'Bestätige, dass du dich mit dieser Adresse für Porträts angemeldet hast.',
    action: 'Bestätigen',
    done: 'Deine Adresse ist bestätigt',
    doneLead: (email: string) => `Ab jetzt ist ${email} deine Adresse. Du kannst diese Seite schließen.`,
    expired: 'Dieser Link gilt nicht mehr',
    expiredLead: 'Er gilt einmal, 24 Stunden lang. Deine bisherige Adresse bleibt.',
  },
};

export const signup: Texts<typeof en> = { en, de };
