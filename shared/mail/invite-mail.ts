import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { BUTTON, page } from './page.ts';

export interface InviteMail {
  to: string;
  organizationName: string;
  link: string;
  /** When the link ends, ISO 8601. */
  expiresAt: string;
}

const NAME_MAX_LENGTH = 80;

/** The mail that invites a person to sign up. */
export function inviteMail({ to, organizationName, link, expiresAt }: InviteMail): Mail {
  const name = oneLine(organizationName, NAME_MAX_LENGTH);
  const lastDay = new Date(expiresAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const paragraphs = {
    offer: `${name} invites you to have your headshots made. You upload a few photos of yourself, and from them we make portraits that suit a profile, a badge or the team page.`,
    validity: `The link is for you alone and works for 30 days, until ${lastDay}. Until then, you can open it again to have a link mailed to you that shows the progress of your headshots.`,
    otherwise: `If you did not expect this mail, ask ${name} about it, or ignore it: nothing happens unless you open the link.`,
  };
  return {
    to,
    subject: `${name} invites you to have your headshots made`,
    text: [
      'Hello,',
      paragraphs.offer,
      `Begin here:\n${link}`,
      paragraphs.validity,
      paragraphs.otherwise,
      '',
    ].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${escapeHtml(paragraphs.offer)}</p>
      <p><a href="${escapeHtml(link)}" style="${BUTTON}">Begin</a></p>
      <p>${escapeHtml(paragraphs.validity)}</p>
      <p>${escapeHtml(paragraphs.otherwise)}</p>
      <p style="color:#666;font-size:13px">If the button does not work, copy this address:<br>${escapeHtml(link)}</p>`),
  };
}
