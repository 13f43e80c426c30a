import type { NoticedAction } from '../contract/trail-actions.ts';
import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { page } from './page.ts';

export interface NoticeMail {
  to: Mail['to'];
  organizationName: string;
  action: NoticedAction;
  /** The time of the action, ISO 8601. */
  createdAt: string;
  /** The network address of the request; undefined without a request. */
  address: string | undefined;
  /** The page where users sign in. */
  adminUrl: string;
}

const NAME_MAX_LENGTH = 80;

/** The event in words, and the remedy if the recipient did not cause it. */
const TEXTS: Readonly<Record<NoticedAction, { subject: string; remedy: string }>> = {
  'key.created': { subject: 'A new API key', remedy: 'delete the key' },
  'webhooks.secret_rotated': { subject: 'A new webhook secret', remedy: 'create another secret' },
  'user.invited': { subject: 'A new owner', remedy: 'remove the user' },
  'user.role_changed': { subject: 'A new owner', remedy: 'change the role back' },
  'user.signed_in': { subject: 'A new sign-in', remedy: 'end the session' },
};

/** The mail that tells of a change of the access to the organization. */
export function noticeMail({ to, organizationName, action, createdAt, address, adminUrl }: NoticeMail): Mail {
  const name = oneLine(organizationName, NAME_MAX_LENGTH);
  const { subject, remedy } = TEXTS[action];
  const from = address === undefined ? '' : ` It came from ${oneLine(address, NAME_MAX_LENGTH)}.`;
  const paragraphs = {
    happened: `${subject} for ${name}, on ${new Date(createdAt).toUTCString()}.${from}`,
    otherwise: `If it was you, there is nothing to do. If not, sign in and ${remedy}:`,
  };
  return {
    to,
    subject: `${subject} for ${name}`,
    text: ['Hello,', paragraphs.happened, `${paragraphs.otherwise}\n${adminUrl}`, ''].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${escapeHtml(paragraphs.happened)}</p>
      <p>${escapeHtml(paragraphs.otherwise)} <a href="${escapeHtml(adminUrl)}">${escapeHtml(adminUrl)}</a></p>`),
  };
}
