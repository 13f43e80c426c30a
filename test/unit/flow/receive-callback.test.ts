import { beforeEach, describe, expect, test, vi } from 'vitest';
import { awaitCallback } from '../../../shared/domain/flow/await-callback.ts';
import { callbackUrl, parseCallback } from '../../../shared/domain/flow/callback.ts';
import { jobKeyOf } from '../../../shared/domain/flow/job-key.ts';
import type { Job } from '../../../shared/domain/flow/jobs.ts';
import { CALLBACKS_MAX, receiveCallback } from '../../../shared/domain/flow/receive-callback.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { failModel, restartModel } from '../../../shared/domain/model/progress.ts';
import { update } from '../../../shared/table/transaction.ts';
import { APP_URL, flowSteps, PacedProvider } from '../../support/hosted-flow.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

const CALLBACK = { headers: {}, body: Buffer.from('{}') };

let world: InviteWorld;
let run: { organizationId: string; modelId: string; run: number };
let woken: string[];
let steps: ReturnType<typeof flowSteps>;
beforeEach(async () => {
  world = inviteWorld();
  const organizationId = await world.newOrganization();
  const { id: modelId } = await world.waitingModel(organizationId);
  run = { organizationId, modelId, run: 1 };
  woken = [];
  const pace = { trainingSeconds: 3600, batchSeconds: 60 };
  steps = flowSteps(world.context, new PacedProvider(world.context.clock, pace));
  await step('begin-training');
});

const step = (name: string, more = {}) => steps[name]?.({ ...run, ...more } as never);
const training = async () => (await world.context.table.get<Job>(jobKeyOf(run))) as Job;
/** The last segment of the URL that the provider got. */
const segment = async () => (await training()).request.callbackUrl.split('/').at(-1) ?? '';

async function receive(last: string, { provider = 'astria', isSent = true } = {}): Promise<string> {
  const resume = async (token: string) => {
    woken.push(token);
  };
  const dependencies = { isSent: async () => isSent, resume };
  return receiveCallback(world.context, dependencies, { provider, segment: last, callback: CALLBACK }).then(
    () => 'taken',
    (error: Error) => error.message,
  );
}
const UNKNOWN = 'No job waits for this callback.';

describe('a callback', () => {
  test('ends the pause that has begun since the poll', async () => {
    const { callbacks } = (await step('advance-training')) as { callbacks: number };
    await awaitCallback(world.context, { ...run, callbacks, taskToken: 'first' });
    expect(await receive(await segment())).toBe('taken');
    expect(woken).toEqual(['first']);
    expect(await training()).toMatchObject({ callbacks: 1, status: 'running' });
  });

  test('that comes between a poll and its pause has the job polled at once', async () => {
    const { callbacks } = (await step('advance-training')) as { callbacks: number };
    await receive(await segment());
    await expect(awaitCallback(world.context, { ...run, callbacks, taskToken: 'late' })).rejects.toThrow(
      expect.objectContaining({ name: 'PollNow' }),
    );
    expect(woken).toEqual([]);
    // The poll has seen it, so the next pause is a full one.
    const next = (await step('advance-training')) as { callbacks: number };
    await awaitCallback(world.context, { ...run, callbacks: next.callbacks, taskToken: 'next' });
    expect(next.callbacks).toBe(1);
  });

  test('that comes before the response to the request of the job is not lost', async () => {
    await step('advance-training');
    const removed = { remove: ['ref', 'estimate'], set: { status: 'planned' } };
    await world.context.table.commit([update(jobKeyOf(run), removed)]);
    await awaitCallback(world.context, { ...run, callbacks: 0, taskToken: 'unanswered' });
    await receive(await segment());
    expect(woken).toEqual(['unanswered']);
    expect(await training()).toMatchObject({ status: 'planned', callbacks: 1 });
    expect(await step('advance-training')).toMatchObject({ status: 'running', callbacks: 1 });
  });

  test('that meets the beginning of a pause ends it', async () => {
    const { callbacks } = (await step('advance-training')) as { callbacks: number };
    const last = await segment();
    const { table } = world.context;
    const write = vi.spyOn(table, 'write').mockImplementationOnce(async (change) => {
      await awaitCallback(world.context, { ...run, callbacks, taskToken: 'meanwhile' });
      return table.write(change);
    });
    expect(await receive(last)).toBe('taken');
    // The pause, the callback that met it, and the callback again.
    expect(write).toHaveBeenCalledTimes(4);
    expect(woken).toEqual(['meanwhile']);
  });

  test('beyond the tenth of a job changes nothing', async () => {
    await step('advance-training');
    const last = await segment();
    for (let number = 0; number < CALLBACKS_MAX + 5; number++) expect(await receive(last)).toBe('taken');
    expect((await training()).callbacks).toBe(CALLBACKS_MAX);
  });

  test('after the end of the job, of the run or of the model changes nothing', async () => {
    await step('advance-training');
    const last = await segment();
    await awaitCallback(world.context, { ...run, callbacks: 0, taskToken: 'ended' });
    world.pass(4_000_000);
    expect(await step('advance-training')).toMatchObject({ status: 'succeeded' });
    const ended = await training();
    expect(ended).not.toHaveProperty('taskToken');
    expect(await receive(last)).toBe('taken');
    await failModel(world.context, run, 1);
    expect(await receive(last)).toBe('taken');
    expect(await training()).toEqual(ended);
    await deleteModel(world.context, run.organizationId, run.modelId);
    expect(await receive(last)).toBe('taken');
    expect(woken).toEqual([]);
  });

  test('of a run that has failed, or is followed by another, changes nothing', async () => {
    await step('advance-training');
    const last = await segment();
    await failModel(world.context, run, 1);
    expect(await receive(last)).toBe('taken');
    await restartModel(world.context, run);
    expect(await receive(last)).toBe('taken');
    expect((await training()).callbacks).toBeUndefined();
  });

  test('of a batch concerns that batch only', async () => {
    await step('advance-training');
    world.pass(4_000_000);
    await step('advance-training');
    await step('begin-generation');
    await step('advance-generation', { batch: 3 });
    const batch = (number: number) => world.context.table.get<Job>(jobKeyOf({ ...run, batch: number }));
    await awaitCallback(world.context, { ...run, batch: 3, callbacks: 0, taskToken: 'three' });
    expect(await receive((await batch(3))?.request.callbackUrl.split('/').at(-1) ?? '')).toBe('taken');
    expect(woken).toEqual(['three']);
    expect((await batch(2))?.callbacks).toBeUndefined();
  });
});

describe('a callback is unknown, and changes nothing,', () => {
  const TOKEN = 'a'.repeat(32);

  test.each<[string, (last: string) => string]>([
    ['with another token', (last) => last.slice(0, -32) + TOKEN],
    ['for another batch', (last) => last.replace('.training.', '.0.')],
    ['for another run', (last) => last.replace('.1.training.', '.2.training.')],
    ['for another model', (last) => last.replace(/mdl_./, 'mdl_Z')],
    ['for another organization', (last) => last.replace(/org_./, 'org_Z')],
    ['with a token that is too long', (last) => `${last}a`],
    ['with a token that is too short', (last) => last.slice(0, -1)],
    ['with a part more', (last) => `${last}.0`],
    ['with a leading zero', (last) => last.replace('.1.training.', '.01.training.')],
    ['with a line end', (last) => `${last}\n`],
    ['with nothing', () => ''],
    ['with a huge token', (last) => last + 'a'.repeat(100_000)],
  ])('%s', async (_what, forge) => {
    await step('advance-training');
    const before = await training();
    expect(await receive(forge(await segment()))).toBe(UNKNOWN);
    expect(await training()).toEqual(before);
  });

  test('from another provider, with a wrong signature, or of a provider that posts none', async () => {
    await step('advance-training');
    const last = await segment();
    expect(await receive(last, { provider: 'replicate' })).toBe(UNKNOWN);
    expect(await receive(last, { provider: 'constructor' })).toBe(UNKNOWN);
    expect(await receive(last, { isSent: false })).toBe(UNKNOWN);
    expect((await training()).callbacks).toBeUndefined();
    await world.context.table.commit([update(jobKeyOf(run), { set: { provider: 'development' } })]);
    expect(await receive(last, { provider: 'development' })).toBe(UNKNOWN);
  });
});

test('every URL that a job gets is parsed to that job', async () => {
  const { organizationId, modelId } = run;
  for (const job of [{}, { batch: 0 }, { batch: 12 }]) {
    const ref = { organizationId, modelId, run: 17, ...job, token: 'B'.repeat(32) };
    expect(parseCallback(callbackUrl(APP_URL, 'http', ref).split('/').at(-1) ?? '')).toEqual(ref);
  }
});

test('a pause of a job that has ended or is gone is over at once', async () => {
  const wait = { ...run, callbacks: 0, taskToken: 'token' };
  await expect(awaitCallback(world.context, wait)).rejects.toMatchObject({ name: 'PollNow' });
  await step('advance-training');
  await awaitCallback(world.context, wait);
  world.pass(4_000_000);
  await step('advance-training');
  await expect(awaitCallback(world.context, wait)).rejects.toMatchObject({ name: 'PollNow' });
});
