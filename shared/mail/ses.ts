import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { environment } from '../platform/environment.ts';
import { asciiAddress, type Mailer } from './message.ts';

/** A burst of invites meets SES's sending rate: retries then slow down together until it fits. */
const RETRIES = { retryMode: 'adaptive', maxAttempts: 8 } as const;

let client: SESv2Client | undefined;

/** Sends by SES, from the stage's MAIL_FROM. */
export function deployedMailer(): Mailer {
  client ??= new SESv2Client(RETRIES);
  const ses = client;
  return {
    send: async ({ to, subject, text, html }) => {
      await ses.send(
        new SendEmailCommand({
          FromEmailAddress: environment('MAIL_FROM'),
          Destination: { ToAddresses: [asciiAddress(to)] },
          Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
        }),
      );
    },
  };
}

function utf8(Data: string) {
  return { Data, Charset: 'UTF-8' };
}
