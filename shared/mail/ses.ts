import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { asciiAddress, type Mail, type Mailer } from './message.ts';

/** Sends mail with SES. */
export class SesMailer implements Mailer {
  readonly #client: SESv2Client;
  readonly #from: string;

  constructor(client: SESv2Client, from: string) {
    this.#client = client;
    this.#from = from;
  }

  async send({ to, subject, text, html }: Mail): Promise<void> {
    await this.#client.send(
      new SendEmailCommand({
        FromEmailAddress: this.#from,
        Destination: { ToAddresses: [asciiAddress(to)] },
        Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
      }),
    );
  }
}

function utf8(Data: string) {
  return { Data, Charset: 'UTF-8' };
}
