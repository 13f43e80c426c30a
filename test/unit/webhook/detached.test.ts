import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { MessageOutcome, TimerMessage } from '../../../shared/contract/messages.ts';
import type { Queues } from '../../../shared/events/queues.ts';
import { isoTime, MINUTE, systemClock } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Lease } from '../../../shared/table/lease.ts';
import { DETACHED_MAX, DetachablePoll, SLOW_AFTER } from '../../../shared/webhook/detached.ts';
import { eventually } from '../../support/eventually.ts';
import { freshTable } from '../../support/fresh-table.ts';

let organizations = 0;

/** An organization of its own, with polls that record the deletion of their message and their timers. */
function organization() {
  organizations += 1;
  const organizationId = `org_${organizations}`;
  let now = systemClock.now();
  const { context, table } = freshTable(() => now);
  let polls = 0;
  return {
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    slots: async () => {
      const numbers = Array.from({ length: DETACHED_MAX }, (_, number) => number);
      const found = await table.getMany<Lease>(
        numbers.map((number) => keys.detachedPost(organizationId, number)),
      );
      return found.filter((slot) => slot && slot.leaseUntil > 0).length;
    },
    poll: () => {
      polls += 1;
      const poll = { organizationId, modelId: `mdl_${polls}`, notBefore: isoTime(now) };
      const seen = { deleted: 0, timersBefore: 0, timers: [] as number[] };
      const queues = {
        setTimer: async (_message: TimerMessage, seconds: number) => void seen.timers.push(seconds),
      } as unknown as Queues;
      const detachable = new DetachablePoll(context, queues, poll, async () => {
        seen.deleted += 1;
        seen.timersBefore = seen.timers.length;
      });
      const drain = (post: Promise<unknown>, outcome: MessageOutcome = 'done') =>
        detachable.run(async () => {
          await detachable.watch(post);
          return outcome;
        });
      /** A post that is so slow that its poll is detached. */
      const slowPost = () => eventually(() => expect(seen.deleted).toBe(1));
      return { seen, detachable, drain, slowPost };
    },
  };
}

// Each test has an organization of its own and waits for slow posts.
describe.concurrent('the poll of a post', () => {
  test('keeps its message while the post is fast', async () => {
    const { seen, drain } = organization().poll();
    expect(await drain(Promise.resolve())).toBe('done');
    expect(seen).toMatchObject({ deleted: 0, timers: [] });
  });

  test('is detached once while its posts are slow, with a timer in case the function dies', async () => {
    const tenant = organization();
    const { seen, detachable, slowPost } = tenant.poll();
    const drained = detachable.run(async () => {
      await detachable.watch(slowPost());
      await detachable.watch(pause(SLOW_AFTER + 300));
      return 'done';
    });
    expect(await drained).toBe('done');
    expect(seen).toEqual({ deleted: 1, timersBefore: 1, timers: [25] });
    expect(await tenant.slots()).toBe(0);
  });

  test('has a retry done by a timer once it is detached, since its message is deleted', async () => {
    const { seen, drain, slowPost } = organization().poll();
    expect(await drain(slowPost(), { retrySeconds: 7 })).toBe('done');
    expect(seen.timers).toEqual([25, 7]);
  });

  test('keeps its message when the organization has four detached posts already, and takes a free slot', async () => {
    const tenant = organization();
    const answers = Promise.withResolvers<void>();
    const slow = Array.from({ length: DETACHED_MAX }, () => tenant.poll());
    const running = slow.map(({ drain }) => drain(answers.promise));
    await eventually(() => expect(slow.map(({ seen }) => seen.deleted)).toEqual(slow.map(() => 1)));
    expect(await tenant.slots()).toBe(DETACHED_MAX);
    const fifth = tenant.poll();
    expect(await fifth.drain(pause(SLOW_AFTER + 300), { retrySeconds: 3 })).toEqual({ retrySeconds: 3 });
    expect(fifth.seen).toMatchObject({ deleted: 0, timers: [] });
    answers.resolve();
    await Promise.all(running);
    const sixth = tenant.poll();
    await sixth.drain(sixth.slowPost());
    expect(sixth.seen.deleted).toBe(1);
  });

  test('takes the slot of a function that died a minute ago', async () => {
    const tenant = organization();
    // A function that dies runs `watch` and never gives its slot back.
    await Promise.all(
      Array.from({ length: DETACHED_MAX }, () => tenant.poll()).map(({ detachable, slowPost }) =>
        detachable.watch(slowPost()),
      ),
    );
    expect(await tenant.slots()).toBe(DETACHED_MAX);
    tenant.pass(MINUTE);
    const next = tenant.poll();
    await next.drain(next.slowPost());
    expect(next.seen.deleted).toBe(1);
  });

  test('leaves an error to the timer once it is detached, and throws it before', async () => {
    const { detachable, seen, slowPost } = organization().poll();
    const failing = async () => {
      await detachable.watch(slowPost());
      throw new Error('The table is gone.');
    };
    expect(await detachable.run(failing)).toBe('done');
    expect(seen.timers).toEqual([25]);
    const fast = organization().poll();
    await expect(fast.detachable.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
