import type { Language } from '../contract/languages.ts';
import type { FailureReason } from '../contract/schemas.ts';
import { MEMBER_MAIL_TEXTS, type MemberLetter } from './member-texts.ts';
import { BUTTON, escapeHtml, type Mail, oneLine, page } from './message.ts';

/** A member or an invited person, and the organization on whose behalf the mail is sent. */
export interface Recipient {
  to: string;
  language: Language;
  organizationName: string;
}

const NAME_MAX_LENGTH = 80;

/** The name of the organization as mails show it. */
function nameIn({ organizationName }: Recipient): string {
  return oneLine(organizationName, NAME_MAX_LENGTH);
}

/** The mail with the letter, in the language of the recipient. */
function memberMail({ to, language }: Recipient, letter: MemberLetter, link: string): Mail {
  const { greeting, copy } = MEMBER_MAIL_TEXTS[language].common;
  const { subject, before, action, after } = letter;
  return {
    to,
    subject,
    text: [greeting, ...before, `${action.sentence}:\n${link}`, ...after, ''].join('\n\n'),
    html: page(
      `
      <p>${escapeHtml(greeting)}</p>
      ${paragraphs(before)}
      <p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>
      ${paragraphs(after)}
      <p style="color:#666;font-size:13px">${escapeHtml(copy)}<br>${escapeHtml(link)}</p>`,
      language,
    ),
  };
}

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n      ');
}

/** The mail with the link that confirms an address which a member has chosen at sign-up. */
export function addressMail(recipient: Recipient, link: string): Mail {
  return memberMail(recipient, MEMBER_MAIL_TEXTS[recipient.language].address(nameIn(recipient)), link);
}

/** The mail with the link by which a member comes back. */
export function returnMail(recipient: Recipient, link: string): Mail {
  return memberMail(recipient, MEMBER_MAIL_TEXTS[recipient.language].back(nameIn(recipient)), link);
}

export interface InviteOffer {
  link: string;
  /** When the link ends, ISO 8601. */
  expiresAt: string;
  /** The day by which the organization asks for photos, YYYY-MM-DD; null for none. */
  photosBy: string | null;
}

/** The mail that invites a person to sign up. */
export function inviteMail(recipient: Recipient, { link, expiresAt, photosBy }: InviteOffer): Mail {
  const texts = MEMBER_MAIL_TEXTS[recipient.language];
  const day = (time: string) =>
    new Date(time).toLocaleDateString(texts.common.locale, { dateStyle: 'long', timeZone: 'UTC' });
  const letter = texts.invite(nameIn(recipient), {
    lastDay: day(expiresAt),
    photosBy: photosBy === null ? undefined : day(photosBy),
  });
  return memberMail(recipient, letter, link);
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
  const { common, chosen, chosenForGood, runLink } = MEMBER_MAIL_TEXTS[recipient.language];
  const name = nameIn(recipient);
  const letter = chosen(name);
  if (session) return memberMail(recipient, { ...letter, after: [runLink(session.linkDays)] }, session.link);
  const texts = [common.greeting, ...letter.before, chosenForGood(name)];
  return {
    to: recipient.to,
    subject: letter.subject,
    text: [...texts, ''].join('\n\n'),
    html: page(`\n      ${paragraphs(texts)}`, recipient.language),
  };
}
