import type { DeliveryPoll, MessageOutcome } from '../contract/messages.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Queues } from '../events/queues.ts';
import { MINUTE, SECOND } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { keys } from '../table/keys.ts';
import { type Lease, releaseLease, takeLease } from '../table/lease.ts';
import type { Detachable } from './deliver.ts';

/** A post that has no answer by then is slow: it is detached from the FIFO group that its poll came from. */
export const SLOW_AFTER = SECOND;

/** The detached posts that an organization may have at the same time, beside one for each of its FIFO groups. */
export const DETACHED_MAX = 4;

/** Longer than any function lives. */
const POST_DURATION = MINUTE;

/** The lease of the webhook is over by then. The poll finds nothing to do unless the detached function has died. */
const SAFETY_POLL_SECONDS = 25;

/**
 * One poll on its way through a function. While a post is slow, it can be detached: its message is deleted, so that
 * SQS hands out the next message of the FIFO group, and the function goes on posting. The lease still keeps the
 * order of the model's webhooks. A timer polls the delivery queue in case the function dies.
 */
export class DetachablePoll implements Detachable {
  readonly #context: DomainContext;
  readonly #queues: Queues;
  readonly #poll: DeliveryPoll;
  readonly #deleteMessage: () => Promise<void>;
  /** Present once the poll is detached. */
  #lease: Lease | undefined;

  constructor(
    context: DomainContext,
    queues: Queues,
    poll: DeliveryPoll,
    deleteMessage: () => Promise<void>,
  ) {
    this.#context = context;
    this.#queues = queues;
    this.#poll = poll;
    this.#deleteMessage = deleteMessage;
  }

  /** Does some work, and detaches the poll when the work is slow. Failing to detach it does no harm. */
  async watch<Result>(work: Promise<Result>): Promise<Result> {
    let detaching: Promise<void> | undefined;
    const slow = setTimeout(() => {
      detaching = this.#detach().catch((error) => log.error('slow post not detached', error));
    }, SLOW_AFTER);
    try {
      return await work;
    } finally {
      clearTimeout(slow);
      await detaching;
    }
  }

  /** Polls once more after so many seconds, by a timer that holds up no FIFO group. */
  async defer(seconds: number): Promise<MessageOutcome> {
    await this.#queues.setTimer({ kind: 'poll', ...this.#poll }, seconds);
    return 'done';
  }

  /** Drains the queue. A poll that was detached is done for SQS, and its errors are not thrown: a timer retries it. */
  async run(drain: () => Promise<MessageOutcome>): Promise<MessageOutcome> {
    try {
      const outcome = await drain();
      if (this.#lease && outcome !== 'done') await this.defer(outcome.retrySeconds);
      return this.#lease ? 'done' : outcome;
    } catch (error) {
      if (!this.#lease) throw error;
      // The timer that was set when the poll was detached polls the queue once more.
      log.error('detached delivery failed', error);
      return 'done';
    } finally {
      if (this.#lease) await releaseLease(this.#context, this.#lease);
    }
  }

  async #detach(): Promise<void> {
    if (this.#lease) return;
    const { organizationId, modelId } = this.#poll;
    const posts = Array.from({ length: DETACHED_MAX }, (_, number) =>
      keys.detachedPost(organizationId, number),
    );
    const lease = await takeLease(this.#context, posts, POST_DURATION);
    if (!lease) return;
    await this.defer(SAFETY_POLL_SECONDS);
    await this.#deleteMessage();
    this.#lease = lease;
    log.info('slow post detached', { organizationId, modelId });
  }
}
