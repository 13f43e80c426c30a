/** A message of the FIFO queue: a poll of one model's delivery queue. */
export interface Poll {
  group: string;
  model: number;
  /** True once the queue's look-ahead has reached it. */
  seen: boolean;
}

/**
 * An SQS FIFO queue with the limits of AWS: it hands out one message of a group at a time, and it finds
 * groups only among its first 120,000 messages. See
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/avoid-backlog-with-the-same-message-group-id.html
 */
export const LOOK_AHEAD = 120_000;

export class Fifo {
  /** Messages beyond the look-ahead, the oldest first from `#next` on. */
  readonly #beyond: Poll[] = [];
  #next = 0;
  /** The messages of a group within the look-ahead. */
  readonly #groups = new Map<string, Poll[]>();
  readonly #locked = new Set<string>();
  /** Groups with a message and no message in flight. */
  readonly #ready: string[] = [];
  #firstReady = 0;
  #within = 0;
  maxBacklog = 0;

  get backlog(): number {
    return this.#within + this.#beyond.length - this.#next;
  }

  send(group: string, model: number): void {
    this.#beyond.push({ group, model, seen: false });
    this.#lookAhead();
    this.maxBacklog = Math.max(this.maxBacklog, this.backlog);
  }

  receive(): Poll | undefined {
    const group = this.#ready[this.#firstReady];
    if (group === undefined) return undefined;
    this.#firstReady += 1;
    if (this.#firstReady > 10_000) {
      this.#ready.splice(0, this.#firstReady);
      this.#firstReady = 0;
    }
    this.#locked.add(group);
    return this.#groups.get(group)?.[0];
  }

  delete({ group }: Poll): void {
    this.#groups.get(group)?.shift();
    this.#within -= 1;
    this.#locked.delete(group);
    this.#offer(group);
    this.#lookAhead();
  }

  #lookAhead(): void {
    while (this.#within < LOOK_AHEAD && this.#next < this.#beyond.length) {
      const poll = this.#beyond[this.#next++];
      if (poll === undefined) return;
      this.#within += 1;
      const messages = this.#groups.get(poll.group);
      if (messages) messages.push(poll);
      else this.#groups.set(poll.group, [poll]);
      if (this.#groups.get(poll.group)?.length === 1) this.#offer(poll.group);
    }
    if (this.#next === this.#beyond.length) {
      this.#beyond.length = 0;
      this.#next = 0;
    }
  }

  #offer(group: string): void {
    if (!this.#locked.has(group) && (this.#groups.get(group)?.length ?? 0) > 0) this.#ready.push(group);
  }
}
