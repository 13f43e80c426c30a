import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SesMailer } from '../mail/ses.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';
import { once } from './once.ts';

/** Sends by SES, from the stage's address. */
export const deployedMailer = once(
  () =>
    // A burst of invites can exceed SES's sending rate. The queue waits for what takes longer.
    new SesMailer(new SESv2Client(awsClientSettings({ retries: 'adaptive' })), {
      from: environment('MAIL_FROM'),
      configurationSet: environment('MAIL_CONFIGURATION_SET'),
    }),
);
