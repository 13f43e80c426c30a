import { cancelled, type ItemChange, MemoryItems } from '../support/memory-items.ts';
import type { FaultKind, Faults } from './faults.ts';
import type { Flows } from './flow.ts';
import { failure, type Objects, type RestRequest, type RestResponse } from './objects.ts';
import type { Queue } from './queues.ts';
import type { Activity, Scheduler } from './scheduler.ts';

/** A command of the SDK. */
export interface Command {
  readonly input: unknown;
}

/** A mail that the mail service has taken. */
export interface SentMail {
  readonly to: readonly string[];
  readonly text: string;
  readonly tags: Readonly<Record<string, string>>;
}

interface CloudParts {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly objects: Objects;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly flows: Flows;
  readonly secrets: ReadonlyMap<string, string>;
  readonly onCommit: (changes: readonly ItemChange[]) => void;
  readonly onMail: (mail: SentMail, activity: Activity | undefined) => void;
}

const TABLE_WRITES = ['PutCommand', 'UpdateCommand', 'DeleteCommand', 'TransactWriteCommand'];
/** The SDK names a transaction, so that one which it sends again is carried out once. */
const SENT_ONCE = ['TransactWriteCommand', 'StartExecutionCommand'];
const READS = /^(Get|BatchGet|Query|Scan|List|Describe)/;

/** The services of AWS, behind the SDK's clients. Every call takes time and can fail. */
export class Cloud {
  readonly items: MemoryItems;
  readonly #parts: CloudParts;

  constructor(parts: CloudParts) {
    this.#parts = parts;
    this.items = new MemoryItems(parts.onCommit);
  }

  /** The modules of the SDK, as a process gets them. */
  modules(): Record<string, object> {
    const client = (service: string) => {
      const send = (command: Command) => this.send(service, command);
      return class {
        readonly send = send;
        static readonly from = () => ({ send });
      };
    };
    const Documents = client('dynamodb');
    return {
      '@aws-sdk/client-dynamodb': { DynamoDBClient: Documents },
      '@aws-sdk/lib-dynamodb': { DynamoDBDocumentClient: Documents },
      '@aws-sdk/client-sqs': { SQSClient: client('sqs') },
      '@aws-sdk/client-s3': { S3Client: client('s3') },
      '@aws-sdk/client-sfn': { SFNClient: client('sfn') },
      '@aws-sdk/client-sesv2': { SESv2Client: client('ses') },
      '@aws-sdk/client-secrets-manager': { SecretsManagerClient: client('secrets') },
      '@smithy/node-http-handler': { NodeHttpHandler: this.#restOfS3() },
      '@smithy/core/serde': { streamCollector: async (body: Uint8Array) => body },
    };
  }

  async send(service: string, command: Command): Promise<object> {
    const { name } = command.constructor;
    const what = `${service} ${name.replace('Command', '')}`;
    return this.call(what, READS.test(name), () => this.#carryOut(service, name, command.input), {
      sentOnce: SENT_ONCE.includes(name),
      ...(service === 'dynamodb' &&
        TABLE_WRITES.includes(name) && { conflict: () => conflictOf(name, command.input) }),
    });
  }

  /** One call of the current activity: it takes time, the process may die before it, and it may fail. */
  async call<Result>(
    what: string,
    isRead: boolean,
    carryOut: () => Result,
    { sentOnce = false, conflict }: { sentOnce?: boolean; conflict?: () => Error } = {},
  ): Promise<Result> {
    const { scheduler, faults } = this.#parts;
    const { activity } = scheduler;
    if (!activity) return carryOut();
    const strikes = (kind: FaultKind) => faults.strikes(kind, activity, what);
    await scheduler.sleep(
      activity.chance.between(1, 30) + (strikes('slow') ? activity.chance.below(9000) : 0),
    );
    if (strikes('crash')) {
      activity.die();
      return new Promise(() => undefined);
    }
    if (strikes('throttle')) throw failure('ThrottlingException', 429);
    if (conflict && strikes('conflict')) throw conflict();
    const result = carryOut();
    if (isRead) return result;
    if (strikes('lost')) throw failure('TimeoutError', 0);
    if (!strikes('again')) return result;
    return sentOnce ? result : carryOut();
  }

  #carryOut(service: string, name: string, input: unknown): object {
    const { objects, queues, flows, secrets, scheduler } = this.#parts;
    switch (service) {
      case 'dynamodb':
        return this.items.apply(name, this.#maybePartial(name, input));
      case 's3':
        return objects.apply(name, input);
      case 'sqs': {
        const { QueueUrl = '' } = input as { QueueUrl?: string };
        const queue = queues.get(QueueUrl);
        if (!queue) throw new Error(`The world has no queue ${QueueUrl}.`);
        return queue.apply(name, input);
      }
      case 'sfn':
        return flows.apply(name, input);
      case 'secrets': {
        const { SecretId = '' } = input as { SecretId?: string };
        return { SecretString: secrets.get(SecretId), VersionId: 'first' };
      }
      case 'ses':
        this.#mail(input, scheduler.activity);
        return {};
      default:
        throw new Error(`The world has no service ${service}.`);
    }
  }

  /** DynamoDB may answer with a part of what a read asks for. */
  #maybePartial(name: string, input: unknown): unknown {
    const { activity } = this.#parts.scheduler;
    if (name !== 'QueryCommand' || !activity || !this.#parts.faults.strikes('partial', activity, name))
      return input;
    const { Limit = Number.POSITIVE_INFINITY } = input as { Limit?: number };
    return { ...(input as object), Limit: Math.min(Limit, activity.chance.between(1, 5)) };
  }

  #mail(input: unknown, activity: Activity | undefined): void {
    const { Destination, Content, EmailTags } = input as {
      Destination: { ToAddresses: string[] };
      Content: { Simple: { Body: { Text: { Data: string } } } };
      EmailTags: { Name: string; Value: string }[];
    };
    const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value]));
    const text = Content.Simple.Body.Text.Data;
    this.#parts.onMail({ to: Destination.ToAddresses, text, tags }, activity);
  }

  /** S3's REST API, which the functions of uploads call without the client. */
  #restOfS3() {
    const call = this.call.bind(this);
    const { objects } = this.#parts;
    return class {
      async handle(request: RestRequest): Promise<{ response: RestResponse }> {
        const isRead = request.method === 'GET';
        return { response: await call(`s3 ${request.method}`, isRead, () => objects.rest(request)) };
      }
    };
  }
}

function conflictOf(name: string, input: unknown): Error {
  if (name !== 'TransactWriteCommand') return failure('TransactionConflictException', 400);
  const { TransactItems = [] } = input as { TransactItems?: unknown[] };
  return cancelled(TransactItems.map((_, place) => ({ Code: place === 0 ? 'TransactionConflict' : 'None' })));
}
