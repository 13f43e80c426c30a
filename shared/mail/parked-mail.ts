import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { page } from './page.ts';

export interface ParkedMail {
  to: Mail['to'];
  organizationName: string;
  /** The webhook URL. The mail names its host only, because a path may contain a secret. */
  webhookUrl: string;
  /** The last answer of the receiver, or the reason why there was none, as a sentence. */
  reason: string;
  /** The time at which the webhooks are given up, ISO 8601. */
  givenUpAt: string;
  /** The page where users sign in. */
  adminUrl: string;
}

const NAME_MAX_LENGTH = 80;
const REASON_MAX_LENGTH = 200;

/** The mail that tells owners that webhooks do not arrive. */
export function parkedMail(input: ParkedMail): Mail {
  const name = oneLine(input.organizationName, NAME_MAX_LENGTH);
  const { host } = new URL(input.webhookUrl);
  const until = new Date(input.givenUpAt).toUTCString();
  const paragraphs = {
    what: `${host} did not accept a webhook of ${name}, and no attempts are left.`,
    reason: `The result of the last attempt: ${oneLine(input.reason, REASON_MAX_LENGTH)}`,
    kept: `Nothing is lost. Webhooks about this model, and about any other model that fails in the same way, wait in order until ${until}.`,
    action: 'When your receiver answers 200 again, sign in and redeliver the waiting webhooks:',
    once: 'As long as webhooks wait, we send no further mail about them.',
  };
  return {
    to: input.to,
    subject: `Webhooks of ${name} are not arriving`,
    text: [
      'Hello,',
      paragraphs.what,
      paragraphs.reason,
      paragraphs.kept,
      `${paragraphs.action}\n${input.adminUrl}`,
      paragraphs.once,
      '',
    ].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${escapeHtml(paragraphs.what)}</p>
      <p>${escapeHtml(paragraphs.reason)}</p>
      <p>${escapeHtml(paragraphs.kept)}</p>
      <p>${escapeHtml(paragraphs.action)} <a href="${escapeHtml(input.adminUrl)}">${escapeHtml(input.adminUrl)}</a></p>
      <p style="color:#666;font-size:13px">${escapeHtml(paragraphs.once)}</p>`),
  };
}
