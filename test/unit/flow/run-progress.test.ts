import { describe, expect, test } from 'vitest';
import type { RunProgress } from '../../../shared/contract/run-progress.ts';
import type { ModelStatus } from '../../../shared/contract/schemas.ts';
import { noteEstimate } from '../../../shared/domain/flow/note-estimate.ts';
import { progressOf } from '../../../shared/domain/flow/run-progress.ts';
import { SECOND } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';

const NOW = 1000;
const estimated = (since: number, endsAt: number) => ({
  estimate: { since: since * SECOND, at: since * SECOND, done: 0, endsAt: endsAt * SECOND },
});
const training = { provider: 'astria', status: 'running', request: {} };
const trained = { ...training, status: 'succeeded', ...estimated(0, 700), endedAt: 700 * SECOND };
const running = { provider: 'astria', status: 'running', request: { batch: 0 } };
const planned = { ...running, status: 'planned' };
const early = { ...running, ...estimated(900, 1020) };

describe('the progress of a run, whose jobs take 1,500 s, 300 s and 180 s as a rule', () => {
  test.each<[string, ModelStatus, object[], RunProgress | null]>([
    ['waits for a permit', 'waiting', [], { percent: 0, secondsLeft: null }],
    ['has no training yet', 'pending', [], { percent: 0, secondsLeft: null }],
    ['trains', 'pending', [{ ...training, ...estimated(400, 1600) }], { percent: 40, secondsLeft: 900 }],
    [
      'trains too long',
      'pending',
      [{ ...training, ...estimated(0, 900) }],
      { percent: 83, secondsLeft: null },
    ],
    ['has trained', 'pending', [trained], { percent: 70, secondsLeft: 300 }],
    ['asks for photos', 'generatingHeadshots', [trained, planned], { percent: 70, secondsLeft: 300 }],
    [
      'makes photos two batches at a time',
      'generatingHeadshots',
      [trained, early, early, planned, planned],
      { percent: 82, secondsLeft: 140 },
    ],
    [
      'has just begun to make photos, of all batches at once',
      'generatingHeadshots',
      [trained, { ...running, ...estimated(990, 1110) }, planned, planned],
      { percent: 70, secondsLeft: 120 },
    ],
    [
      'makes photos too long',
      'generatingHeadshots',
      [trained, { ...running, ...estimated(0, 900) }],
      { percent: 97, secondsLeft: null },
    ],
    ['has ended', 'active', [], { percent: 100, secondsLeft: 0 }],
    ['has failed', 'failed', [], null],
  ])('that %s', async (_, status, [first, ...batches], progress) => {
    const { context } = freshTable(() => NOW * SECOND);
    if (first) await context.table.write(put({ ...keys.trainingJob('org_1', 'mdl_1', 1), ...first }));
    for (const [batch, job] of batches.entries())
      await context.table.write(put({ ...keys.generationJob('org_1', 'mdl_1', 1, batch), ...job }));
    const model = { organizationId: 'org_1', id: 'mdl_1', run: 1, status };
    expect(await progressOf(context, model)).toEqual(progress);
  });
});

test('a new estimate of a job keeps its begin, and brings nothing back of one that was removed', async () => {
  const { context } = freshTable(() => NOW * SECOND);
  const note = async (number: number, status: string) => {
    const job = { ...training, status, ...estimated(400, 1600) } as Parameters<typeof noteEstimate>[2];
    const key = keys.trainingJob('org_1', 'mdl_1', number);
    if (number > 0) await context.table.write(put({ ...key, ...job }));
    await noteEstimate(context, key, job, { status: 'running', pollSeconds: 1, secondsLeft: 100 });
    return context.table.get(key);
  };
  const estimate = { since: 400 * SECOND, at: NOW * SECOND, endsAt: 1100 * SECOND };
  expect(await note(1, 'running')).toMatchObject({ estimate });
  expect(await note(2, 'succeeded')).toMatchObject(estimated(400, 1600));
  expect(await note(0, 'running')).toBeUndefined();
});
