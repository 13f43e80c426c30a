import { counted } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import type { FailureReason } from '../contract/schemas.ts';
import { type Block, SERVICE } from './letter.ts';

/** The text of a mail to a member. It consists of plain text, and has one link. */
export interface MemberLetter {
  subject: string;
  before: readonly string[];
  /** The sentence that leads to the link in plain text, without a colon, and the label of the button in HTML. */
  action: { sentence: string; label: string };
  after: readonly Block[];
}

/** The texts of the mails to members in one language. `name` is the name of the organization. */
interface MemberMailTexts {
  common: {
    /** The locale of dates. */
    locale: string;
    greeting: string;
    /** Precedes the address of the link in HTML. */
    copy: string;
    /** The name of the sender. */
    sender(name: string): string;
    /** The address that gets answers. */
    answers(address: string): string;
  };
  /** @param lastDay the day until which the link works */
  invite(name: string, lastDay: string): MemberLetter;
  /** Reminds a member of the photos that are missing, or of the end of onboarding when none is. */
  reminder(name: string, counts: { photos: number; missing: number }): Omit<MemberLetter, 'after'>;
  /** @param day the day by which the organization asks for photos */
  photosBy(name: string, day: string): string;
  /** Leads to the page that ends reminders. */
  stopReminders: string;
  address(name: string): MemberLetter;
  back(name: string): MemberLetter;
  ready(name: string, photoCount: number): Omit<MemberLetter, 'after'>;
  failed(name: string, reason: FailureReason): Omit<MemberLetter, 'after'>;
  chosen(name: string): Omit<MemberLetter, 'after'>;
  /** Follows in place of a link when the member's access has ended. */
  chosenForGood(name: string): string;
  /** The rules of the link in the mails about headshots. */
  runLink(days: number): string;
}

const REASONS: Readonly<Record<Language, Readonly<Record<FailureReason, string>>>> = {
  en: {
    'training-failed':
      'We tried several times, and could not make good headshots from the photos that you sent in.',
    'generation-failed': 'We tried several times, and the headshots did not become good enough.',
    'photos-refused': 'The photos that you sent in were not accepted. Others may be.',
    'likeness-too-low': 'The headshots did not look enough like you. With other photos they may.',
    'timed-out': 'We tried several times, and it took too long.',
    'internal-error': 'We had a failure. Your photos were not the reason.',
  },
  de: {
    'training-failed':
      'Wir haben es mehrmals versucht und konnten aus den Fotos, die du geschickt hast, keine guten Porträts machen.',
    'generation-failed': 'Wir haben es mehrmals versucht, und die Porträts wurden nicht gut genug.',
    'photos-refused': 'Die Fotos, die du geschickt hast, wurden nicht angenommen. Andere vielleicht schon.',
    'likeness-too-low': 'Die Porträts sahen dir nicht ähnlich genug. Mit anderen Fotos vielleicht schon.',
    'timed-out': 'Wir haben es mehrmals versucht, und es hat zu lange gedauert.',
    'internal-error': 'Bei uns ist etwas ausgefallen. An deinen Fotos lag es nicht.',
  },
};

const en: MemberMailTexts = {
  common: {
    locale: 'en-GB',
    greeting: 'Hello,',
    copy: 'If the button does not work, copy this address:',
    sender: (name) => `${name} via ${SERVICE.name}`,
    answers: (address) => `Questions? Answer this mail. Your answer goes to ${address}.`,
  },
  invite: (name, lastDay) => ({
    subject: `${name} invites you to have your headshots made`,
    before: [
      `${name} invites you to have your headshots made. You upload a few photos of yourself, and from them we make headshots that suit a profile, a badge or the team page.`,
    ],
    action: { sentence: 'Begin here', label: 'Begin' },
    after: [
      `The link is for you alone and works until ${lastDay}. To come back later, open it again.`,
      `If you did not expect this mail, ask ${name} about it, or ignore it: nothing happens unless you open the link.`,
    ],
  }),
  reminder: (name, { photos, missing }) => ({
    subject: `Reminder of your headshots for ${name}`,
    before: [
      missing > 0
        ? `You have signed up for headshots for ${name}. To make them, we need ${photos === 0 ? counted(missing, 'photo') : counted(missing, 'more photo')} of you.`
        : `You have sent ${counted(photos, 'photo')} for your headshots for ${name}, which is enough. All that is left is to have them made.`,
    ],
    action: { sentence: 'Continue here', label: 'Continue' },
  }),
  photosBy: (name, day) => `${name} asks for your photos by ${day}.`,
  stopReminders: 'If you want no reminders, open this page:',
  address: (name) => ({
    subject: `Confirm your address for headshots for ${name}`,
    before: [`Someone has signed up for headshots for ${name} with this address.`],
    action: { sentence: 'If that was you, confirm the address here', label: 'Confirm the address' },
    after: [
      'The link works once, within 24 hours.',
      'If that was not you, ignore this mail: without the link, your address is not used.',
    ],
  }),
  back: (name) => ({
    subject: `Continue with your headshots for ${name}`,
    before: [`You asked for a link to continue with your headshots for ${name}.`],
    action: { sentence: 'Continue here', label: 'Continue' },
    after: [
      'It works once, within 15 minutes.',
      'If you did not ask for it, ignore this mail: without the link, no one can continue in your name.',
    ],
  }),
  ready: (name, photoCount) => ({
    subject: `Your headshots for ${name} are ready`,
    before: [
      `${photoCount === 1 ? `Your headshot for ${name} is` : `Your ${photoCount} headshots for ${name} are`} ready. You can see them, choose your favorite and download them.`,
    ],
    action: { sentence: 'See your headshots', label: 'See your headshots' },
  }),
  failed: (name, reason) => ({
    subject: `Your headshots for ${name} could not be made`,
    before: [
      `We are sorry: your headshots for ${name} could not be made. ${REASONS.en[reason]}`,
      `You need not do anything. ${name} has its credit back, and can tell you how to go on.`,
    ],
    action: { sentence: 'See your photos, or erase them', label: 'See your photos, or erase them' },
  }),
  chosen: (name) => ({
    subject: `A headshot was chosen for you at ${name}`,
    before: [`${name} has chosen one of your headshots for you, as your favorite.`],
    action: {
      sentence: 'See which one it is, or choose another',
      label: 'See it, or choose another',
    },
  }),
  chosenForGood: (name) => `If you would rather have another one, tell ${name}.`,
  runLink: (days) =>
    `The link works once, within ${days} days. After that, open the link of your invitation: there you can have a new one mailed to you. It shows your photos, so do not pass it on.`,
};

const de: MemberMailTexts = {
  common: {
    locale: 'de-DE',
    greeting: 'Hallo!',
    copy: 'Wenn die Schaltfläche nicht funktioniert, kopiere diese Adresse:',
    sender: (name) => `${name} über ${SERVICE.name}`,
    answers: (address) => `Fragen? Antworte auf diese Mail. Deine Antwort geht an ${address}.`,
  },
  invite: (name, lastDay) => ({
    subject: `${name} lädt dich zu deinen Porträts ein`,
    before: [
      `${name} lädt dich ein, Porträts von dir machen zu lassen. Du lädst ein paar Fotos von dir hoch, und daraus machen wir Porträts, die zu einem Profil, einem Ausweis oder der Teamseite passen.`,
    ],
    action: { sentence: 'Hier fängst du an', label: 'Anfangen' },
    after: [
      `Der Link ist nur für dich und gilt bis zum ${lastDay}. Um später zurückzukommen, öffne ihn noch einmal.`,
      `Wenn du diese Mail nicht erwartet hast, frag bei ${name} nach oder ignoriere sie: Solange du den Link nicht öffnest, passiert nichts.`,
    ],
  }),
  reminder: (name, { photos, missing }) => ({
    subject: `Erinnerung an deine Porträts für ${name}`,
    before: [
      missing > 0
        ? `Du hast dich für Porträts für ${name} angemeldet. Damit wir sie machen können, brauchen wir ${photos === 0 ? '' : 'noch '}${missing} ${missing === 1 ? 'Foto' : 'Fotos'} von dir.`
        : `Du hast ${photos} Fotos für deine Porträts für ${name} geschickt, und das reicht. Du musst sie nur noch machen lassen.`,
    ],
    action: { sentence: 'Hier geht es weiter', label: 'Weiter' },
  }),
  photosBy: (name, day) => `${name} bittet dich um deine Fotos bis zum ${day}.`,
  stopReminders: 'Wenn du keine Erinnerungen möchtest, öffne diese Seite:',
  address: (name) => ({
    subject: `Bestätige deine Adresse für die Porträts für ${name}`,
    before: [`Mit dieser Adresse hat sich jemand für Porträts für ${name} angemeldet.`],
    action: { sentence: 'Wenn du das warst, bestätige die Adresse hier', label: 'Adresse bestätigen' },
    after: [
      'Der Link gilt einmal, innerhalb von 24 Stunden.',
      'Wenn du das nicht warst, ignoriere diese Mail: Ohne den Link wird deine Adresse nicht verwendet.',
    ],
  }),
  back: (name) => ({
    subject: `Weiter zu deinen Porträts für ${name}`,
    before: [`Du möchtest mit deinen Porträts für ${name} weitermachen und hast um einen Link gebeten.`],
    action: { sentence: 'Hier geht es weiter', label: 'Weiter' },
    after: [
      'Er gilt einmal, innerhalb von 15 Minuten.',
      'Wenn du nicht darum gebeten hast, ignoriere diese Mail: Ohne den Link kann niemand in deinem Namen weitermachen.',
    ],
  }),
  ready: (name, photoCount) => ({
    subject: `Deine Porträts für ${name} sind fertig`,
    before: [
      `${photoCount === 1 ? `Dein Porträt für ${name} ist` : `Deine ${photoCount} Porträts für ${name} sind`} fertig. Du kannst sie ansehen, deinen Favoriten wählen und sie herunterladen.`,
    ],
    action: { sentence: 'Zu deinen Porträts', label: 'Porträts ansehen' },
  }),
  failed: (name, reason) => ({
    subject: `Deine Porträts für ${name} konnten nicht gemacht werden`,
    before: [
      `Es tut uns leid: Deine Porträts für ${name} konnten nicht gemacht werden. ${REASONS.de[reason]}`,
      `Du musst nichts tun. ${name} hat den Credit zurück und kann dir sagen, wie es weitergeht.`,
    ],
    action: { sentence: 'Deine Fotos ansehen oder löschen', label: 'Fotos ansehen oder löschen' },
  }),
  chosen: (name) => ({
    subject: `Bei ${name} wurde ein Porträt für dich gewählt`,
    before: [`${name} hat eines deiner Porträts für dich gewählt, als deinen Favoriten.`],
    action: {
      sentence: 'Sieh nach, welches es ist, oder wähle ein anderes',
      label: 'Ansehen oder ein anderes wählen',
    },
  }),
  chosenForGood: (name) => `Wenn du lieber ein anderes hättest, sag es ${name}.`,
  runLink: (days) =>
    `Der Link gilt einmal, innerhalb von ${days} Tagen. Danach öffnest du den Link deiner Einladung: Dort kannst du dir einen neuen schicken lassen. Er zeigt deine Fotos, also gib ihn nicht weiter.`,
};

/** The texts of every mail to members, in every language. */
export const MEMBER_MAIL_TEXTS: Readonly<Record<Language, MemberMailTexts>> = { en, de };
