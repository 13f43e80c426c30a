import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { sqsRecord } from '../support/sqs-record.ts';
import type { QueueDeclaration } from './deployment.ts';
import type { Faults } from './faults.ts';
import type { Scheduler } from './scheduler.ts';

interface Message {
  id: string;
  body: string;
  group: string | undefined;
  sentAt: number;
  visibleAt: number;
  receives: number;
  /** The receipt of the last receive, while it is being handled. */
  receipt: string | undefined;
}

interface SendInput {
  MessageBody: string;
  DelaySeconds?: number;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
  ReceiptHandle?: string;
  VisibilityTimeout?: number;
}

/** SQS drops a second message of a group with the same name within this time. */
const DEDUPLICATION = 5 * MINUTE;
const LATEST = 2 * MINUTE;

export type InvokeQueue = (
  operation: string,
  event: { Records: SQSRecord[] },
  name: string,
) => Promise<unknown>;

/** A standard or FIFO queue with its event source mapping, as the template declares both. */
export class Queue {
  readonly declaration: QueueDeclaration;
  readonly deadLetters: Message[] = [];
  readonly #messages = new Set<Message>();
  readonly #names = new Map<string, number>();
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;
  readonly #invoke: InvokeQueue;
  #running = 0;

  constructor(declaration: QueueDeclaration, scheduler: Scheduler, faults: Faults, invoke: InvokeQueue) {
    this.declaration = declaration;
    this.#scheduler = scheduler;
    this.#faults = faults;
    this.#invoke = invoke;
  }

  /** The messages that are due or being handled: none, once everything that is to happen now has happened. */
  get busy(): number {
    const now = this.#scheduler.now();
    return [...this.#messages].filter(({ receipt, visibleAt }) => receipt || visibleAt <= now).length;
  }

  get size(): number {
    return this.#messages.size;
  }

  apply(command: string, input: unknown): object {
    const given = input as SendInput;
    if (command === 'SendMessageCommand') this.send(given);
    const received = [...this.#messages].find(({ receipt }) => receipt && receipt === given.ReceiptHandle);
    if (command === 'DeleteMessageCommand' && received) this.#remove(received);
    if (command === 'ChangeMessageVisibilityCommand' && received) {
      received.visibleAt = this.#scheduler.now() + (given.VisibilityTimeout ?? 0) * SECOND;
    }
    return {};
  }

  send({ MessageBody, DelaySeconds = 0, MessageGroupId, MessageDeduplicationId }: SendInput): void {
    const { activity } = this.#scheduler;
    const now = this.#scheduler.now();
    const deduplication = MessageGroupId && `${MessageGroupId} ${MessageDeduplicationId}`;
    if (deduplication) {
      const last = this.#names.get(deduplication);
      if (last !== undefined && now - last < DEDUPLICATION) return;
      this.#names.set(deduplication, now);
    }
    const id = activity?.next('message') ?? `message${now}`;
    const what = this.declaration.name;
    const strikes = (kind: 'late' | 'twice') =>
      activity !== undefined && MessageGroupId === undefined && this.#faults.strikes(kind, activity, what);
    const lateness = () => activity?.chance.below(LATEST) ?? 0;
    const enqueue = (copy: string, delay: number) =>
      this.#add({
        id: copy,
        body: MessageBody,
        group: MessageGroupId,
        sentAt: now,
        visibleAt: now + DelaySeconds * SECOND + delay,
        receives: 0,
        receipt: undefined,
      });
    enqueue(id, strikes('late') ? lateness() : 0);
    if (strikes('twice')) enqueue(`${id}-again`, lateness());
  }

  /** Hands the dead letters out again, as an operator does. */
  redrive(): number {
    const letters = this.deadLetters.splice(0);
    for (const letter of letters) this.#add({ ...letter, receives: 0, visibleAt: this.#scheduler.now() });
    return letters.length;
  }

  #add(message: Message): void {
    this.#messages.add(message);
    this.#pumpAt(message.visibleAt);
  }

  #remove(message: Message): void {
    message.receipt = undefined;
    this.#messages.delete(message);
    if (message.group !== undefined) this.#pumpAt(this.#scheduler.now());
  }

  /** Looks for messages at a time, in nobody's name. */
  #pumpAt(at: number): void {
    this.#scheduler.detached(() => {
      this.#scheduler.wake(at - this.#scheduler.now() + 1, () => this.#pump());
    });
  }

  #pump(): void {
    const { batchSize, concurrency } = this.declaration;
    while (this.#running < concurrency) {
      const batch = this.#receivable().slice(0, batchSize);
      if (batch.length === 0) return;
      this.#running += 1;
      void this.#handle(batch);
    }
  }

  #receivable(): Message[] {
    const now = this.#scheduler.now();
    const found: Message[] = [];
    const taken = new Set<string>();
    for (const message of this.#messages) {
      const { group } = message;
      const isFree = message.visibleAt <= now && message.receipt === undefined;
      if (group !== undefined) {
        // A FIFO group hands out one message after the other.
        if (taken.has(group)) continue;
        taken.add(group);
      }
      if (isFree) found.push(message);
    }
    return found;
  }

  async #handle(batch: Message[]): Promise<void> {
    const { visibilitySeconds, operation, maxReceives } = this.declaration;
    const visibleAt = this.#scheduler.now() + visibilitySeconds * SECOND;
    const records = batch.flatMap((message) => {
      if (message.receives >= maxReceives) {
        this.#messages.delete(message);
        this.deadLetters.push(message);
        return [];
      }
      message.receives += 1;
      message.visibleAt = visibleAt;
      message.receipt = `${message.id}#${message.receives}`;
      return [sqsRecord(message)];
    });
    let failed: ReadonlySet<string> | undefined;
    if (records.length > 0) {
      const activity = `${operation}(${records[0]?.messageId}#${records[0]?.attributes.ApproximateReceiveCount})`;
      const response = await this.#invoke(operation, { Records: records }, activity).catch(() => undefined);
      const { batchItemFailures } = (response ?? {}) as Partial<SQSBatchResponse>;
      if (batchItemFailures) failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    }
    this.#running -= 1;
    for (const message of batch) {
      if (!this.#messages.has(message)) continue;
      message.receipt = undefined;
      if (failed && !failed.has(message.id)) this.#messages.delete(message);
      else this.#pumpAt(message.visibleAt);
    }
    this.#pumpAt(this.#scheduler.now());
  }
}
