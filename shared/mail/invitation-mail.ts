import type { Role } from '../contract/roles.ts';
import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { BUTTON, page } from './page.ts';

export interface InvitationMail {
  to: string;
  organizationName: string;
  role: Role;
  /** Opens a session, once. */
  link: string;
  /** The time at which the link expires, ISO 8601. */
  expiresAt: string;
  /** The page where users sign in. */
  adminUrl: string;
}

const NAME_MAX_LENGTH = 80;

const RIGHTS: Readonly<Record<Role, string>> = {
  viewer: 'As a viewer you see people, models and photos.',
  manager: 'As a manager you invite people, and look after models and photos.',
  owner: 'As an owner you may do everything: people, keys, webhooks, settings and other users.',
};

/** The mail that invites a person to an organization as a user. */
export function invitationMail(input: InvitationMail): Mail {
  const name = oneLine(input.organizationName, NAME_MAX_LENGTH);
  const paragraphs = {
    invited: `You are invited to the admin area of ${name}. ${RIGHTS[input.role]}`,
    validity: `The link works once, until ${new Date(input.expiresAt).toUTCString()}. Later, ask for a new one with this address:`,
    otherwise: 'If you do not know the organization, ignore this mail.',
  };
  return {
    to: input.to,
    subject: `Your access to ${name}`,
    text: [
      'Hello,',
      paragraphs.invited,
      `Sign in:\n${input.link}`,
      `${paragraphs.validity}\n${input.adminUrl}`,
      paragraphs.otherwise,
      '',
    ].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${escapeHtml(paragraphs.invited)}</p>
      <p><a href="${escapeHtml(input.link)}" style="${BUTTON}">Sign in</a></p>
      <p>${escapeHtml(paragraphs.validity)} <a href="${escapeHtml(input.adminUrl)}">${escapeHtml(input.adminUrl)}</a></p>
      <p>${escapeHtml(paragraphs.otherwise)}</p>`),
  };
}
