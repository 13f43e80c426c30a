import type { FailureReason } from '../contract/schemas.ts';
import type { Mail } from './message.ts';
import { escapeHtml, oneLine } from './message.ts';
import { page } from './page.ts';

export interface FailuresMail {
  to: Mail['to'];
  organizationName: string;
  /** The numbers of models by the reason of their failure. */
  failures: readonly { reason: FailureReason; models: number }[];
  /** The page where users sign in. */
  adminUrl: string;
}

const NAME_MAX_LENGTH = 80;

const REASONS: Readonly<Record<FailureReason, string>> = {
  'training-failed': 'no model could be trained of the photos that were uploaded',
  'generation-failed': 'the headshots could not be generated',
  'photos-refused': 'the photos were not accepted for training; other photos may be',
  'timed-out': 'a step took too long',
  'internal-error': 'we had a failure',
};

/** The mail that tells owners of models that have failed for good. It names no person and no model. */
export function failuresMail({ to, organizationName, failures, adminUrl }: FailuresMail): Mail {
  const name = oneLine(organizationName, NAME_MAX_LENGTH);
  const total = failures.reduce((sum, { models }) => sum + models, 0);
  const counted = (models: number) => (models === 1 ? '1 model' : `${models} models`);
  const lines = failures.map(({ reason, models }) => `${counted(models)}: ${REASONS[reason]} (${reason})`);
  const subject = `${counted(total)} of ${name} failed`;
  const paragraphs = {
    happened: `${counted(total)} of ${name} failed for good, and will not restart automatically.`,
    credit: 'The credit of each was returned. Our operators were told, and can restart models.',
    where:
      'The list of models in the API shows which: their status is failed, with final true. To manage your account, sign in:',
    once: 'We send such a mail every three hours at most. Models that fail in between are counted in the next one.',
  };
  return {
    to,
    subject,
    text: [
      'Hello,',
      paragraphs.happened,
      lines.map((line) => `- ${line}`).join('\n'),
      paragraphs.credit,
      `${paragraphs.where}\n${adminUrl}`,
      paragraphs.once,
      '',
    ].join('\n\n'),
    html: page(`
      <p>Hello,</p>
      <p>${escapeHtml(paragraphs.happened)}</p>
      <ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
      <p>${escapeHtml(paragraphs.credit)}</p>
      <p>${escapeHtml(paragraphs.where)} <a href="${escapeHtml(adminUrl)}">${escapeHtml(adminUrl)}</a></p>
      <p style="color:#666;font-size:13px">${escapeHtml(paragraphs.once)}</p>`),
  };
}
