import { createHash } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type {
  CleanupMessage,
  DeliveryPoll,
  MailMessage,
  ModelMessage,
  TimerMessage,
} from '../contract/messages.ts';
import { type Clock, SECOND } from '../platform/clock.ts';

/** The queues of a stage. */
export type QueueName = 'models' | 'cleanup' | 'deliveries' | 'timers' | 'mail';

/**
 * The longest delay of an SQS message.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export const LONGEST_DELAY_SECONDS = 900;

/**
 * The FIFO groups of an organization's delivery polls. SQS hands out one message of a group at a time, so
 * this is the number of requests that an organization's receiver gets at the same time.
 */
export const GROUPS_PER_ORGANIZATION = 8;

interface SendOptions {
  /** At most {@link LONGEST_DELAY_SECONDS}. A message of a FIFO queue has no delay of its own. */
  delaySeconds?: number;
  fifo?: { group: string; deduplication: string };
}

/** Sends to the queues of a stage. A message may arrive twice, so its consumer is safe to run twice. */
export class Queues {
  readonly #client: SQSClient;
  readonly #urlOf: (queue: QueueName) => string;
  readonly #clock: Clock;

  constructor(client: SQSClient, urlOf: (queue: QueueName) => string, clock: Clock) {
    this.#client = client;
    this.#urlOf = urlOf;
    this.#clock = clock;
  }

  /** Has a waiting model queued, admitted or started. */
  advance(message: ModelMessage): Promise<void> {
    return this.#send('models', message);
  }

  cleanUp(message: CleanupMessage, delaySeconds = 0): Promise<void> {
    return this.#send('cleanup', message, { delaySeconds });
  }

  sendMail(message: MailMessage): Promise<void> {
    return this.#send('mail', message);
  }

  setTimer(message: TimerMessage, delaySeconds = 0): Promise<void> {
    return this.#send('timers', message, { delaySeconds: Math.min(delaySeconds, LONGEST_DELAY_SECONDS) });
  }

  /** Sets a timer that ends at `notBefore`, or as late as SQS supports. */
  setTimerAt(message: Extract<TimerMessage, { notBefore: string }>): Promise<void> {
    return this.setTimer(message, Math.max(0, this.#secondsUntil(message.notBefore)));
  }

  /**
   * Has a delivery queue polled: at once, or by a timer at `notBefore`.
   * @param deduplication SQS drops a second message with the same value within five minutes
   */
  async schedulePoll(
    { organizationId, modelId, notBefore }: DeliveryPoll,
    deduplication: string,
  ): Promise<void> {
    const poll = { organizationId, modelId, notBefore };
    if (this.#secondsUntil(notBefore) > 0) await this.setTimerAt({ kind: 'poll', ...poll });
    else await this.pollDeliveries(poll, deduplication);
  }

  /** Has a delivery queue polled at once. */
  pollDeliveries(poll: DeliveryPoll, deduplication: string): Promise<void> {
    const group = `${poll.organizationId}#${groupNumber(poll.modelId)}`;
    return this.#send('deliveries', poll, { fifo: { group, deduplication } });
  }

  #secondsUntil(time: string): number {
    return Math.ceil((Date.parse(time) - this.#clock.now()) / SECOND);
  }

  async #send(queue: QueueName, body: unknown, { delaySeconds = 0, fifo }: SendOptions = {}): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: this.#urlOf(queue),
        MessageBody: JSON.stringify(body),
        ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
        ...(fifo && { MessageGroupId: fifo.group, MessageDeduplicationId: fifo.deduplication }),
      }),
    );
  }
}

function groupNumber(modelId: string): number {
  const hash = createHash('sha256').update(modelId).digest();
  return hash.readUInt32BE(0) % GROUPS_PER_ORGANIZATION;
}
