import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Mailer } from '../mail/message.ts';
import { SesMailer } from '../mail/ses.ts';
import { environment } from '../platform/environment.ts';

/** A burst of invites meets SES's sending rate: retries then slow down together until it fits. */
const RETRIES = { retryMode: 'adaptive', maxAttempts: 8 } as const;

let mailer: Mailer | undefined;

/** Sends by SES, from the stage's MAIL_FROM. */
export function deployedMailer(): Mailer {
  mailer ??= new SesMailer(new SESv2Client(RETRIES), environment('MAIL_FROM'));
  return mailer;
}
