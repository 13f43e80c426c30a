import {
  type Attachment,
  type SESv2Client,
  SESv2ServiceException,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { canonicalAddress } from '../contract/address.ts';
import type { MailTags } from '../contract/mail-events.ts';
import { MINUTE, SECOND } from '../platform/clock.ts';
import { type Mail, type Mailer, MailHeldBack, type Posting } from './message.ts';

export interface SesSender {
  /** As "Headshots <invites@example.com>". */
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

  async send(mail: Mail, { organizations, invite }: Posting): Promise<boolean> {
    const { to, senderName, replyTo, unsubscribe, subject, text, html, logo } = mail;
    const tags: Record<keyof MailTags, string | undefined> = { organization: organizations[0], invite };
    const command = new SendEmailCommand({
      FromEmailAddress: senderName === undefined ? this.#sender.from : named(senderName, this.#sender.from),
      ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
      ConfigurationSetName: this.#sender.configurationSet,
      EmailTags: Object.entries(tags).flatMap(([Name, Value]) =>
        Value === undefined ? [] : [{ Name, Value }],
      ),
      Destination: { ToAddresses: [canonicalAddress(to)] },
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Text: utf8(text), Html: utf8(html) },
          ...(unsubscribe !== undefined && {
            Headers: [
              { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
              { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
            ],
          }),
          ...(logo !== undefined && { Attachments: [inline('logo', logo)] }),
        },
      },
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

/** The bytes of an encoded word that leave its length at 75 characters. https://www.rfc-editor.org/rfc/rfc2047#section-2 */
const ENCODED_WORD_BYTES = 45;

/** The address of a sender with another name: quoted, or in encoded words unless it is ASCII. */
function named(name: string, sender: string): string {
  const address = sender.slice(sender.lastIndexOf('<'));
  if (/^[ -~]*$/.test(name) && !name.includes('=?')) return `"${name.replace(/["\\]/g, '\\$&')}" ${address}`;
  const words = [''];
  for (const character of name) {
    const last = words.length - 1;
    const longer = words[last] + character;
    if (Buffer.byteLength(longer) <= ENCODED_WORD_BYTES) words[last] = longer;
    else words.push(character);
  }
  const encoded = words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`);
  return `${encoded.join(' ')} ${address}`;
}

/** An image that the HTML shows as `cid:` and its name. @param dataUrl of `image/<type>`, in base64 */
function inline(name: string, dataUrl: string): Attachment {
  const [, type = '', content = ''] = /^data:image\/(\w+);base64,(.*)$/.exec(dataUrl) ?? [];
  return {
    FileName: `${name}.${type}`,
    ContentId: name,
    ContentDisposition: 'INLINE',
    ContentType: `image/${type}`,
    ContentTransferEncoding: 'BASE64',
    RawContent: Buffer.from(content, 'base64'),
  };
}
