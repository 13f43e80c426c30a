import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { BUTTON, page } from './page.ts';

export interface AddressMail {
  to: string;
  organizationName: string;
  link: string;
}

const NAME_MAX_LENGTH = 80;

/** The mail with the link that confirms an address which a member has chosen at sign-up. */
export function addressMail({ to, organizationName, link }: AddressMail): Mail {
  const name = oneLine(organizationName, NAME_MAX_LENGTH);
  const paragraphs = {
    reason: `Someone has signed up for headshots for ${name} with this address.`,
    validity: 'The link works once, within 24 hours.',
    otherwise: 'If that was not you, ignore this mail: without the link, your address is not used.',
  };
  return {
    to,
    subject: `Confirm your address for headshots for ${name}`,
    text: [
      'Hello,',
      paragraphs.reason,
      `If that was you, confirm the address here:\n${link}`,
      paragraphs.validity,
      paragraphs.otherwise,
      '',
    ].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${escapeHtml(paragraphs.reason)}</p>
      <p><a href="${escapeHtml(link)}" style="${BUTTON}">Confirm the address</a></p>
      <p>${paragraphs.validity}</p>
      <p>${paragraphs.otherwise}</p>`),
  };
}
