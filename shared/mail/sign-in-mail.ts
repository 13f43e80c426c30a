import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { BUTTON, page } from './page.ts';

export interface SignInMail {
  to: string;
  /** One link for each organization of the user. */
  links: readonly { organizationName: string; link: string }[];
}

const NAME_MAX_LENGTH = 80;

/** The mail with the links by which a user signs in. */
export function signInMail({ to, links }: SignInMail): Mail {
  const named = links.map(({ organizationName, link }) => ({
    name: oneLine(organizationName, NAME_MAX_LENGTH),
    link,
  }));
  const paragraphs = {
    reason: 'You asked for a link to sign in to the headshots of your organization.',
    validity: 'It works once, within 15 minutes.',
    otherwise: 'If you did not ask for it, ignore this mail: without the link, no one can sign in.',
  };
  const [first] = named;
  return {
    to,
    subject: named.length === 1 && first ? `Sign in to ${first.name}` : 'Sign in to your organizations',
    text: [
      'Hello,',
      paragraphs.reason,
      ...named.map(({ name, link }) => `${name}:\n${link}`),
      paragraphs.validity,
      paragraphs.otherwise,
      '',
    ].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${paragraphs.reason}</p>${named.map(buttonOf).join('')}
      <p>${paragraphs.validity}</p>
      <p>${paragraphs.otherwise}</p>`),
  };
}

function buttonOf({ name, link }: { name: string; link: string }): string {
  return `
      <p><a href="${escapeHtml(link)}" style="${BUTTON}">Sign in to ${escapeHtml(name)}</a></p>`;
}
