import { AwsError } from '../engines/aws-json.ts';
import { simulatedOutcome } from './simulated-outcome.ts';

/** A message given to SES. The local cloud keeps it and sends nothing. */
export interface Mail {
  id: string;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  from: string;
  to: string[];
  replyTo: string[];
  subject: string;
  text: string;
  html: string;
  /** The images that the HTML shows as `cid:` and their id, as data URLs. */
  images: Readonly<Record<string, string>>;
  /** In the form of SES's events: each tag has a list of values. */
  tags: Readonly<Record<string, string[]>>;
  configurationSet?: string;
}

interface SendEmailInput {
  ConfigurationSetName?: string;
  EmailTags?: { Name: string; Value: string }[];
  FromEmailAddress?: string;
  ReplyToAddresses?: string[];
  Destination?: { ToAddresses?: string[] };
  Content?: {
    Simple?: { Subject?: Part; Body?: { Text?: Part; Html?: Part }; Attachments?: Attachment[] };
  };
}

interface Part {
  Data?: string;
}

interface Attachment {
  ContentId?: string;
  ContentType?: string;
  /** Base64. */
  RawContent: string;
}

/** The greatest number of messages that are kept; the oldest are dropped first. */
const CAPACITY = 1000;

/** The mail of this run, newest first. */
export class Mailbox {
  readonly #mails: Mail[] = [];

  /**
   * @throws when the message is not of the simple form, or has no sender or no recipient; AwsError for the
   * simulator's address of a used-up quota
   */
  accept(body: string, id: string, receivedAt: number): Mail {
    const input = JSON.parse(body) as SendEmailInput;
    const { FromEmailAddress, Destination, Content, ConfigurationSetName, EmailTags = [] } = input;
    const simple = Content?.Simple;
    const to = Destination?.ToAddresses ?? [];
    if (simple === undefined || FromEmailAddress === undefined || to.length === 0) {
      throw new Error('Only simple messages with a sender and a recipient are kept.');
    }
    const mail: Mail = {
      id,
      receivedAt,
      from: FromEmailAddress,
      to,
      replyTo: input.ReplyToAddresses ?? [],
      subject: simple.Subject?.Data ?? '',
      text: simple.Body?.Text?.Data ?? '',
      html: simple.Body?.Html?.Data ?? '',
      images: Object.fromEntries(
        (simple.Attachments ?? []).flatMap(({ ContentId, ContentType, RawContent }) =>
          ContentId === undefined ? [] : [[ContentId, `data:${ContentType};base64,${RawContent}`]],
        ),
      ),
      tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]])),
      ...(ConfigurationSetName !== undefined && { configurationSet: ConfigurationSetName }),
    };
    if (to.some((address) => simulatedOutcome(address) === 'quota'))
      throw new AwsError('TooManyRequestsException', 'Daily message quota exceeded.');
    this.#mails.unshift(mail);
    this.#mails.length = Math.min(this.#mails.length, CAPACITY);
    return mail;
  }

  list(): readonly Mail[] {
    return this.#mails;
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }
}
