import { describe, expect, test } from 'vitest';
import type { DomainContext } from '../../../shared/domain/context.ts';
import type { Job } from '../../../shared/domain/flow/jobs.ts';
import { backedOff, GENERATION_PACE, paced, TRAINING_PACE } from '../../../shared/domain/flow/pace.ts';
import { SECOND } from '../../../shared/platform/clock.ts';

const job = { status: 'running', request: { startedAt: 0 } } as Job;
const at = (seconds: number) => ({ clock: { now: () => seconds * SECOND } }) as DomainContext;

test.each([
  [0, 15, 15],
  [149, 15, 15],
  [600, 60, 200],
  [3600, 120, 600],
  [10_800, 120, 600],
])(
  'a job that is %d s old is polled again after %d s of training, or %d s of generation',
  (age, training, generation) => {
    const running = { status: 'running', pollSeconds: 15 } as const;
    expect(paced(at(age), job, running, TRAINING_PACE).pollSeconds).toBe(training);
    if (age !== 149) expect(paced(at(age), job, running, GENERATION_PACE).pollSeconds).toBe(generation);
  },
);

test('a provider that works while it is polled is called again at once, and a longer pause of a provider holds', () => {
  expect(
    paced(at(3600), job, { status: 'running', pollSeconds: 1, worksInPoll: true }, TRAINING_PACE),
  ).toEqual({ status: 'running', pollSeconds: 1 });
  expect(paced(at(10), job, { status: 'running', pollSeconds: 900 }, GENERATION_PACE).pollSeconds).toBe(900);
});

describe('a hosted provider', () => {
  const hosted = { ...job, provider: 'astria' } as Job;
  const running = { status: 'running', pollSeconds: 15 } as const;

  test.each([
    [0, 30, 30],
    [600, 150, 300],
    [3600, 300, 600],
  ])(
    'that estimates nothing is polled at an age of %d s after %d s of training, or %d s of generation',
    (age, training, generation) => {
      expect(paced(at(age), hosted, running, TRAINING_PACE).pollSeconds).toBe(training);
      expect(paced(at(age), hosted, running, GENERATION_PACE).pollSeconds).toBe(generation);
    },
  );

  test.each([
    [60, 400, 200],
    [60, 3000, 300],
    [1200, 40, 60],
    [60, 40, 30],
  ])('at an age of %d s, with %d s left by its estimate, is polled after %d s', (age, secondsLeft, pause) => {
    expect(paced(at(age), hosted, { ...running, secondsLeft }, TRAINING_PACE).pollSeconds).toBe(pause);
  });

  test('is polled as if it had estimated nothing once a job takes longer than estimated', () => {
    const estimate = { since: 0, at: 0, done: 0, endsAt: 100 * SECOND };
    const overdue = { ...hosted, estimate };
    expect(paced(at(400), overdue, { ...running, secondsLeft: 5 }, TRAINING_PACE).pollSeconds).toBe(100);
  });

  test('that is busy or silent is asked less often the older the job is, and not before it wants', () => {
    const busy = (pollSeconds: number) => ({ status: 'running' as const, pollSeconds });
    expect(backedOff(at(3600), hosted, busy(30), TRAINING_PACE).pollSeconds).toBe(300);
    expect(backedOff(at(3600), hosted, busy(900), TRAINING_PACE).pollSeconds).toBe(900);
    expect(paced(at(60), hosted, { ...busy(900), secondsLeft: 40 }, TRAINING_PACE).pollSeconds).toBe(900);
  });
});
