import type { Language } from '../contract/languages.ts';
import type { FailureReason } from '../contract/schemas.ts';
import { type Block, type Letterhead, mailOf } from './letter.ts';
import { MEMBER_MAIL_TEXTS, type MemberLetter } from './member-texts.ts';
import { type Mail, oneLine, shownName } from './message.ts';

/** A member or an invited person, and the organization on whose behalf the mail is sent. */
export interface Recipient {
  to: string;
  language: Language;
  organizationName: string;
  /** The address of the organization that gets answers. */
  replyTo?: string | undefined;
  branding: Omit<Letterhead, 'name'>;
}

/** The name of the organization as mails show it. */
function nameIn({ organizationName }: Recipient): string {
  return shownName(organizationName);
}

/** Programs show little of a sender's name, and the header that has it is limited. */
const SENDER_MAX_LENGTH = 30;

/** The mail with the letter, in the language of the recipient. Without a link, its action is left out. */
function memberMail(recipient: Recipient, letter: MemberLetter, link?: string): Mail {
  const { to, language, organizationName, replyTo, branding } = recipient;
  const { common } = MEMBER_MAIL_TEXTS[language];
  const { subject, before, action, after } = letter;
  const blocks: Block[] = [
    common.greeting,
    ...before,
    ...(link === undefined ? [] : [{ text: action.sentence, label: action.label, link, copy: common.copy }]),
    ...after,
    ...(replyTo === undefined ? [] : [{ note: common.answers(replyTo) }]),
  ];
  return {
    ...mailOf(to, language, { subject, blocks }, { name: nameIn(recipient), ...branding }),
    senderName: common.sender(oneLine(organizationName, SENDER_MAX_LENGTH)),
    ...(replyTo !== undefined && { replyTo }),
  };
}

/** The mail with the link that confirms an address which a member has chosen at sign-up. */
export function addressMail(recipient: Recipient, link: string): Mail {
  return memberMail(recipient, MEMBER_MAIL_TEXTS[recipient.language].address(nameIn(recipient)), link);
}

/** The mail with the link by which a member comes back. */
export function returnMail(recipient: Recipient, link: string): Mail {
  return memberMail(recipient, MEMBER_MAIL_TEXTS[recipient.language].back(nameIn(recipient)), link);
}

/** The parts that an invite and a reminder of photos share. */
interface PhotoRequest {
  link: string;
  /** The day by which the organization asks for photos, YYYY-MM-DD; null for none. */
  photosBy: string | null;
  /** The page that ends reminders; undefined when the organization sends none. */
  stopRemindersLink: string | undefined;
}

export interface InviteOffer extends PhotoRequest {
  /** When the link ends, ISO 8601. */
  expiresAt: string;
}

/** The mail that invites a person to sign up. */
export function inviteMail(recipient: Recipient, offer: InviteOffer): Mail {
  const { invite } = MEMBER_MAIL_TEXTS[recipient.language];
  return photoRequestMail(recipient, offer, invite(nameIn(recipient), longDay(recipient, offer.expiresAt)));
}

/** The photos of a member that are there, and how many more are needed. */
export interface PhotoReminder extends PhotoRequest, Pick<RunEnd, 'linkDays'> {
  photos: number;
  missing: number;
}

/** The mail that reminds a member who has signed up of the photos. */
export function reminderMail(recipient: Recipient, reminder: PhotoReminder): Mail {
  const { reminder: textOf, runLink } = MEMBER_MAIL_TEXTS[recipient.language];
  const letter = textOf(nameIn(recipient), reminder);
  return photoRequestMail(recipient, reminder, { ...letter, after: [runLink(reminder.linkDays)] });
}

function photoRequestMail(
  recipient: Recipient,
  { link, photosBy, stopRemindersLink }: PhotoRequest,
  { before, after, ...letter }: MemberLetter,
): Mail {
  const texts = MEMBER_MAIL_TEXTS[recipient.language];
  const asked = photosBy === null ? [] : [texts.photosBy(nameIn(recipient), longDay(recipient, photosBy))];
  const stop =
    stopRemindersLink === undefined ? [] : [{ text: texts.stopReminders, address: stopRemindersLink }];
  const mail = memberMail(
    recipient,
    { ...letter, before: [...before, ...asked], after: [...after, ...stop] },
    link,
  );
  return { ...mail, ...(stopRemindersLink !== undefined && { unsubscribe: stopRemindersLink }) };
}

function longDay({ language }: Recipient, time: string): string {
  const { locale } = MEMBER_MAIL_TEXTS[language].common;
  return new Date(time).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** The end of a run, and the link that shows it. */
export interface RunEnd {
  /** The number of headshots, or why there are none. */
  outcome: { photoCount: number } | { failureReason: FailureReason };
  /** Opens a session, once. */
  link: string;
  /** The days for which the link works. */
  linkDays: number;
}

/** The mail that tells a member that the headshots are ready, or that there will be none. */
export function runMail(recipient: Recipient, { outcome, link, linkDays }: RunEnd): Mail {
  const { ready, failed, runLink } = MEMBER_MAIL_TEXTS[recipient.language];
  const name = nameIn(recipient);
  const letter =
    'photoCount' in outcome ? ready(name, outcome.photoCount) : failed(name, outcome.failureReason);
  return memberMail(recipient, { ...letter, after: [runLink(linkDays)] }, link);
}

/** The mail about a headshot that was chosen for a member. Without a link, the member's access has ended. */
export function favoriteMail(recipient: Recipient, session?: Pick<RunEnd, 'link' | 'linkDays'>): Mail {
  const { chosen, chosenForGood, runLink } = MEMBER_MAIL_TEXTS[recipient.language];
  const name = nameIn(recipient);
  const after = session ? runLink(session.linkDays) : chosenForGood(name);
  return memberMail(recipient, { ...chosen(name), after: [after] }, session?.link);
}
