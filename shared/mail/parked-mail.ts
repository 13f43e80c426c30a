import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { page } from './page.ts';

export interface ParkedMail {
  to: string;
  organizationName: string;
  /** Where the webhooks go; its host alone is named, for a path may hold a secret. */
  webhookUrl: string;
  /** What the receiver answered last, or why there was no answer, as a sentence. */
  reason: string;
  /** When they are given up, ISO 8601. */
  givenUpAt: string;
  /** Where owners sign in. */
  adminUrl: string;
}

const NAME_MAX_LENGTH = 80;
const REASON_MAX_LENGTH = 200;

/** The one mail by which an owner learns that webhooks do not arrive. */
export function parkedMail(input: ParkedMail): Mail {
  const name = oneLine(input.organizationName, NAME_MAX_LENGTH);
  const { host } = new URL(input.webhookUrl);
  const until = new Date(input.givenUpAt).toUTCString();
  const paragraphs = {
    what: `${host} did not take a webhook of ${name}, and all its attempts are used up.`,
    reason: `The last one ended like this: ${oneLine(input.reason, REASON_MAX_LENGTH)}`,
    kept: `Nothing is lost. Webhooks about this model, and about any other that fails in the same way, wait in their order until ${until}.`,
    action: 'Once your receiver answers 200 again, sign in and have what waits redelivered:',
    once: 'While this lasts we send no further mail about it.',
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
