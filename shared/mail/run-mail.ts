import type { FailureReason } from '../contract/schemas.ts';
import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { BUTTON, page } from './page.ts';

export interface RunMail {
  to: string;
  organizationName: string;
  /** The number of headshots, or why there are none. */
  outcome: { photoCount: number } | { failureReason: FailureReason };
  /** Opens a session, once. */
  link: string;
  /** The days for which the link works. */
  linkDays: number;
}

const NAME_MAX_LENGTH = 80;

const REASONS: Readonly<Record<FailureReason, string>> = {
  'training-failed': 'We tried several times, and could not learn enough from the photos that you sent in.',
  'generation-failed': 'We tried several times, and the headshots did not become good enough.',
  'photos-refused': 'The photos that you sent in were not accepted. Others may be.',
  'timed-out': 'We tried several times, and it took too long.',
  'internal-error': 'We had a failure. Your photos were not the reason.',
};

/** The mail that tells a member that the headshots are ready, or that there will be none. */
export function runMail({ to, organizationName, outcome, link, linkDays }: RunMail): Mail {
  const name = oneLine(organizationName, NAME_MAX_LENGTH);
  const words = 'photoCount' in outcome ? readyWords(name, outcome.photoCount) : failedWords(name, outcome);
  const validity = `The link works once, within ${linkDays} days. After that, open the link of your invitation: there you can have a new one mailed to you.`;
  const privacy = 'It shows your photos, so do not pass it on.';
  return {
    to,
    subject: words.subject,
    text: ['Hello,', ...words.paragraphs, `${words.action}:\n${link}`, `${validity} ${privacy}`, ''].join(
      '\n\n',
    ),
    html: page(`
      <p>Hello,</p>
      ${words.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n      ')}
      <p><a href="${escapeHtml(link)}" style="${BUTTON}">${words.action}</a></p>
      <p style="color:#666;font-size:13px">${validity} ${privacy}</p>`),
  };
}

interface Words {
  subject: string;
  paragraphs: string[];
  action: string;
}

function readyWords(name: string, photoCount: number): Words {
  const headshots = photoCount === 1 ? 'Your headshot' : `Your ${photoCount} headshots`;
  return {
    subject: `Your headshots for ${name} are ready`,
    paragraphs: [
      `${headshots} for ${name} ${photoCount === 1 ? 'is' : 'are'} ready. You can see them, choose your favorite and download them.`,
    ],
    action: 'See your headshots',
  };
}

function failedWords(name: string, { failureReason }: { failureReason: FailureReason }): Words {
  return {
    subject: `Your headshots for ${name} could not be made`,
    paragraphs: [
      `We are sorry: your headshots for ${name} could not be made. ${REASONS[failureReason]}`,
      `You need not do anything. ${name} has its credit back, and can tell you how to go on.`,
    ],
    action: 'See your photos, or erase them',
  };
}
