import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { canonicalAddress } from '../contract/address.ts';
import type { MailTags } from '../contract/mail-events.ts';
import { MINUTE, SECOND } from '../platform/clock.ts';
import { type Mail, type Mailer, MailHeldBack, type Posting } from './message.ts';

export interface SesSender {
  from: string;
  /** Named in each call, so that a default configuration set of the identity needs no permission. */
  configurationSet: string;
}

/** Sends mail with SES. */
export class SesMailer implements Mailer {
  readonly #client: SESv2Client;
  readonly #sender: SesSender;

  constructor(client: SESv2Client, sender: SesSender) {
    this.#client = client;
    this.#sender = sender;
  }

  async send({ to, subject, text, html }: Mail, { organizations, invite }: Posting): Promise<boolean> {
    const tags: Record<keyof MailTags, string | undefined> = { organization: organizations[0], invite };
    const command = new SendEmailCommand({
      FromEmailAddress: this.#sender.from,
      ConfigurationSetName: this.#sender.configurationSet,
      EmailTags: Object.entries(tags).flatMap(([Name, Value]) =>
        Value === undefined ? [] : [{ Name, Value }],
      ),
      Destination: { ToAddresses: [to].flat().map(canonicalAddress) },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    });
    try {
      await this.#client.send(command);
      return true;
    } catch (error) {
      throw heldBack(error) ?? error;
    }
  }
}

/** The names under which SES's interfaces report a quota or a rate. */
const THROTTLED = ['TooManyRequestsException', 'ThrottlingException', 'Throttling', 'LimitExceededException'];
/** An operator or AWS has stopped the sending of the account or the configuration set. */
const STOPPED = ['SendingPausedException', 'AccountSuspendedException'];
/** The quota counts the last 24 hours, so it comes back bit by bit. */
const QUOTA_PAUSE_SECONDS = (20 * MINUTE) / SECOND;
const RATE_PAUSE_SECONDS = (2 * MINUTE) / SECOND;

/**
 * A quota, a rate or a stop, none of which is a fault of the mail. See
 * https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
 */
function heldBack(error: unknown): MailHeldBack | undefined {
  if (!(error instanceof SESv2ServiceException)) return undefined;
  if (STOPPED.includes(error.name)) return new MailHeldBack('stopped', QUOTA_PAUSE_SECONDS, error);
  if (!THROTTLED.includes(error.name)) return undefined;
  return /daily/i.test(error.message)
    ? new MailHeldBack('daily quota', QUOTA_PAUSE_SECONDS, error)
    : new MailHeldBack('rate', RATE_PAUSE_SECONDS, error);
}

function utf8(Data: string) {
  return { Data, Charset: 'UTF-8' };
}
