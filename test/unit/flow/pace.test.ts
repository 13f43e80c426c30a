import { expect, test } from 'vitest';
import type { DomainContext } from '../../../shared/domain/context.ts';
import type { Job } from '../../../shared/domain/flow/jobs.ts';
import { GENERATION_PACE, paced, TRAINING_PACE } from '../../../shared/domain/flow/pace.ts';
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
