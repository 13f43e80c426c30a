import type { DeliveryPoll, MessageOutcome } from '../contract/messages.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Queues } from '../events/queues.ts';
import { epochSeconds, isoTime, MINUTE, SECOND } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { atMost, attributeAbsent, either, equals } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import { put, remove } from '../table/transaction.ts';
import type { Detachable } from './deliver.ts';

/** A post that has no answer by then is slow: it is detached from the FIFO group that its poll came from. */
export const SLOW_AFTER = SECOND;

/** The detached posts that an organization may have at the same time, beside one for each of its FIFO groups. */
export const DETACHED_MAX = 4;

/** A slot is free again by then, even if the function that held it has died. It outlives any function. */
const SLOT_DURATION = MINUTE;

/** A lease is over by then. The poll finds nothing to do unless the detached function has died. */
const SAFETY_POLL_SECONDS = 25;

/** One of the detached posts of an organization. */
interface Slot {
  number: number;
  holder: string;
}

/**
 * One poll on its way through a function. While a post is slow, it can be detached: its message is deleted, so that
 * SQS hands out the next message of the FIFO group, and the function goes on posting. The lease still keeps the
 * order of the model's webhooks. A timer polls the delivery queue in case the function dies.
 */
export class DetachablePoll implements Detachable {
  readonly #context: DomainContext;
  readonly #queues: Queues;
  readonly #poll: DeliveryPoll;
  readonly #holder: string;
  readonly #deleteMessage: () => Promise<void>;
  #slot: Slot | undefined;

  /** @param holder a name that no other function has at the same time, such as the message's id */
  constructor(
    context: DomainContext,
    queues: Queues,
    poll: DeliveryPoll,
    holder: string,
    deleteMessage: () => Promise<void>,
  ) {
    this.#context = context;
    this.#queues = queues;
    this.#poll = poll;
    this.#holder = holder;
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

  /**
   * Drains the delivery queue. A poll that was detached meanwhile is done for SQS: a timer does its retry.
   * @throws the errors of `drain`, unless the poll was detached.
   */
  async run(drain: () => Promise<MessageOutcome>): Promise<MessageOutcome> {
    try {
      const outcome = await drain();
      if (this.#slot && outcome !== 'done') await this.defer(outcome.retrySeconds);
      return this.#slot ? 'done' : outcome;
    } catch (error) {
      if (!this.#slot) throw error;
      // The timer that was set when the poll was detached polls the queue once more.
      log.error('detached delivery failed', error);
      return 'done';
    } finally {
      await this.#releaseSlot();
    }
  }

  async #detach(): Promise<void> {
    if (this.#slot) return;
    const slot = await this.#takeSlot();
    if (!slot) return;
    await this.defer(SAFETY_POLL_SECONDS);
    await this.#deleteMessage();
    this.#slot = slot;
    const { organizationId, modelId } = this.#poll;
    log.info('slow post detached', { organizationId, modelId });
  }

  async #releaseSlot(): Promise<void> {
    if (!this.#slot) return;
    const { number, holder } = this.#slot;
    await this.#context.table.write(
      remove(keys.detachedPost(this.#poll.organizationId, number), {
        condition: equals('holder', holder),
        // A function that was slower than its slot lasts leaves the slot to its next holder.
        onConditionFailed: () => new Error('The slot has another holder.'),
      }),
    );
  }

  /** @returns undefined when the organization has as many detached posts as it may have. */
  async #takeSlot(): Promise<Slot | undefined> {
    const now = this.#context.clock.now();
    for (let number = 0; number < DETACHED_MAX; number++) {
      const { written } = await this.#context.table.write(
        put(
          {
            ...keys.detachedPost(this.#poll.organizationId, number),
            holder: this.#holder,
            until: isoTime(now + SLOT_DURATION),
            expiresAtSeconds: epochSeconds(now + SLOT_DURATION),
          },
          {
            condition: either(attributeAbsent('until'), atMost('until', isoTime(now))),
            onConditionFailed: () => new Error('The slot is taken.'),
          },
        ),
      );
      if (written) return { number, holder: this.#holder };
    }
    return undefined;
  }
}
