import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { BUTTON, page } from './page.ts';

export interface ReturnMail {
  to: string;
  organizationName: string;
  link: string;
}

const NAME_MAX_LENGTH = 80;

/** The mail with the link by which a member comes back. */
export function returnMail({ to, organizationName, link }: ReturnMail): Mail {
  const name = oneLine(organizationName, NAME_MAX_LENGTH);
  const paragraphs = {
    reason: `You asked for a link to continue with your headshots for ${name}.`,
    validity: 'It works once, within 15 minutes.',
    otherwise: 'If you did not ask for it, ignore this mail: without the link, no one can see your photos.',
  };
  return {
    to,
    subject: `Continue with your headshots for ${name}`,
    text: [
      'Hello,',
      paragraphs.reason,
      `Continue here:\n${link}`,
      paragraphs.validity,
      paragraphs.otherwise,
      '',
    ].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${escapeHtml(paragraphs.reason)}</p>
      <p><a href="${escapeHtml(link)}" style="${BUTTON}">Continue</a></p>
      <p>${paragraphs.validity}</p>
      <p>${paragraphs.otherwise}</p>`),
  };
}
