import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Mailer } from '../mail/message.ts';
import { SesMailer } from '../mail/ses.ts';
import { environment } from '../platform/environment.ts';

/**
 * A burst of invites can exceed SES's sending rate. Adaptive retries slow down until they keep to the rate. The
 * queue waits for what takes longer.
 */
const RETRIES = { retryMode: 'adaptive', maxAttempts: 4 } as const;

let mailer: Mailer | undefined;

/** Sends by SES, from the stage's address. */
export function deployedMailer(): Mailer {
  mailer ??= new SesMailer(new SESv2Client(RETRIES), {
    from: environment('MAIL_FROM'),
    configurationSet: environment('MAIL_CONFIGURATION_SET'),
  });
  return mailer;
}
