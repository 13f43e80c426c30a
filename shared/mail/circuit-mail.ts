import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { page } from './page.ts';

export interface CircuitMail {
  to: Mail['to'];
  organizationName: string;
  /** The webhook URL. The mail names its host only, because a path may contain a secret. */
  webhookUrl: string;
  /** The time since which no webhooks are posted, ISO 8601. */
  openedAt: string;
  /** The page where users sign in. */
  adminUrl: string;
}

const NAME_MAX_LENGTH = 80;

/** The mail that tells owners that webhooks wait until the receiver answers again. */
export function circuitMail(input: CircuitMail): Mail {
  const name = oneLine(input.organizationName, NAME_MAX_LENGTH);
  const { host } = new URL(input.webhookUrl);
  const paragraphs = {
    what: `${host} has failed to accept the webhooks of several models of ${name}. Since ${new Date(input.openedAt).toUTCString()} we wait before we send more.`,
    kept: 'Nothing is lost. The webhooks wait in order, for up to 72 hours. From time to time we send one of them, and when your receiver answers 200, the others follow by themselves.',
    action: 'When your receiver works again, you can sign in and send a test, so that we need not wait:',
    once: 'We send one mail a day at most about webhooks that do not arrive.',
  };
  return {
    to: input.to,
    subject: `Webhooks of ${name} are waiting`,
    text: [
      'Hello,',
      paragraphs.what,
      paragraphs.kept,
      `${paragraphs.action}\n${input.adminUrl}`,
      paragraphs.once,
      '',
    ].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${escapeHtml(paragraphs.what)}</p>
      <p>${escapeHtml(paragraphs.kept)}</p>
      <p>${escapeHtml(paragraphs.action)} <a href="${escapeHtml(input.adminUrl)}">${escapeHtml(input.adminUrl)}</a></p>
      <p style="color:#666;font-size:13px">${escapeHtml(paragraphs.once)}</p>`),
  };
}
