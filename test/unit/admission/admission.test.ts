import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as repairHourly } from '../../../functions/schedule/repair-permits.ts';
import { auditPermits } from '../../../shared/audit/permits.ts';
import type { ModelEvent } from '../../../shared/contract/events.ts';
import { modelMessage } from '../../../shared/contract/messages.ts';
import { admissionHandler } from '../../../shared/domain/admission/admission.ts';
import { admitWaiting } from '../../../shared/domain/admission/admit.ts';
import { acquireWrite, readPermits } from '../../../shared/domain/admission/permits.ts';
import { advanceVirtualTime, joinQueue } from '../../../shared/domain/admission/queue.ts';
import { repairPermits } from '../../../shared/domain/admission/repair.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { type Model, readModel } from '../../../shared/domain/model/model.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
  restartModel,
} from '../../../shared/domain/model/progress.ts';
import { findStuckModels } from '../../../shared/domain/model/stuck.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { setUpCheck } from '../../../shared/main-job/set-up.ts';
import { HOUR } from '../../../shared/platform/clock.ts';
import { collections, type Key } from '../../../shared/table/keys.ts';
import { interrupted } from '../../support/interrupted.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const sqs = mockedClient(SQSClient);

let world: InviteWorld;
let big: string;
let small: string;
beforeEach(async () => {
  world = inviteWorld();
  big = await world.newOrganization();
  small = await world.newOrganization();
});

const runOf = ({ organizationId, id, run }: Model) => ({ organizationId, modelId: id, run });
const read = ({ organizationId, id }: Model) => readModel(world.context, organizationId, id);
const join = (model: Model) => joinQueue(world.context, runOf(model), 'studio');
const admit = (capacity: number) => admitWaiting(world.context, 'studio', capacity);
const audit = async () => {
  const both = await Promise.all(
    [big, small].map(async (id) =>
      auditPermits(world.context, id, await world.context.table.all<Model>(collections.models(id))),
    ),
  );
  return both.flat();
};
const holders = async () =>
  (await readPermits(world.context, 'studio')).flatMap(({ holder }) => holder?.modelId ?? []);

async function queuedModels(organizationId: string, count: number): Promise<Model[]> {
  const models: Model[] = [];
  for (let made = 0; made < count; made++) {
    // Models with the same tag go in the order in which they were created.
    world.pass(1);
    const model = await world.waitingModel(organizationId);
    await join(model);
    models.push(model);
  }
  return models;
}

async function finish(model: Model): Promise<void> {
  const run = runOf(model);
  await beginTraining(world.context, run);
  await beginGeneration(world.context, run, () => []);
  await finishGeneration(world.context, run, 40);
}

const events = ({ organizationId, id }: Model) =>
  world.context.table.all<ModelEvent>(collections.events(organizationId, id));

describe('a model that waits for a permit', () => {
  test('the event of a finished onboarding asks for a place in the queue, and only an admission starts the execution', async () => {
    const [model] = (await queuedModels(big, 1)) as [Model];
    expect((await events(model)).at(-1)).toMatchObject({ effect: 'join-queue', run: 1 });
    const queued = await read(model);
    expect(queued).toMatchObject({ status: 'waiting', queued: { provider: 'studio', startTag: 1 } });
    expect(queued).not.toHaveProperty('deadline');
    expect(await admit(1)).toBe(1);
    const admitted = await read(model);
    expect(admitted).toMatchObject({ status: 'waiting', permit: { provider: 'studio', number: 0 } });
    expect(admitted).not.toHaveProperty('queued');
    expect((await events(model)).at(-1)).toMatchObject({ effect: 'start-flow', run: 1, webhooks: [] });
    expect(await audit()).toEqual([]);
  });

  test('a model in the queue is not stuck however long it waits, and an admitted one is after an hour', async () => {
    const [model] = (await queuedModels(big, 1)) as [Model];
    world.pass(100 * HOUR);
    const stuck = async () => (await Array.fromAsync(findStuckModels(world.context))).map(({ id }) => id);
    expect(await stuck()).toEqual([]);
    await admit(1);
    // It waits since it joined the queue.
    expect((await read(model)).statusSince).toBe(model.statusSince);
    world.pass(HOUR);
    expect(await stuck()).toEqual([model.id]);
  });

  test('a message that comes twice gives one place, and a former run gets none', async () => {
    const model = await world.waitingModel(big);
    expect(await Promise.all([join(model), join(model), join(model)])).toEqual(Array(3).fill('studio'));
    const { queued } = await read(model);
    expect(await join(model)).toBe('studio');
    expect(await read(model)).toMatchObject({ queued: queued ?? {} });
    expect(await joinQueue(world.context, { ...runOf(model), run: 2 }, 'studio')).toBeUndefined();
    await admit(1);
    expect(await join(model)).toBeUndefined();
    expect(await holders()).toEqual([model.id]);
  });

  test('a model that is deleted in the queue takes no permit', async () => {
    const [gone, late, next] = (await queuedModels(big, 3)) as [Model, Model, Model];
    await deleteModel(world.context, big, gone.id);
    const meanwhile = interrupted(world.context, () => deleteModel(world.context, big, late.id));
    expect(await admitWaiting(meanwhile, 'studio', 1)).toBe(1);
    expect(await holders()).toEqual([next.id]);
    expect(await audit()).toEqual([]);
  });
});

describe('the capacity of a provider', () => {
  test('never more models run than the capacity, however many processes admit at the same time', async () => {
    const models = await queuedModels(big, 9);
    const admitted = await Promise.all([admit(4), admit(4), admit(4)]);
    expect(admitted.reduce((sum, each) => sum + each, 0)).toBe(4);
    expect(await holders()).toHaveLength(4);
    expect(await admit(4)).toBe(0);
    expect(await admit(6)).toBe(2);
    // A lower capacity takes effect as runs end.
    expect(await admit(1)).toBe(0);
    expect((await Promise.all(models.map(read))).filter(({ permit }) => permit)).toHaveLength(6);
    expect(await audit()).toEqual([]);
  });

  test('a model gets the next permit when another process takes its first one', async () => {
    const [model] = (await queuedModels(big, 1)) as [Model];
    const other = await world.waitingModel(small);
    const taken = acquireWrite({ provider: 'studio', number: 0 }, runOf(other));
    const meanwhile = interrupted(world.context, () => world.context.table.write(taken));
    expect(await admitWaiting(meanwhile, 'studio', 2)).toBe(1);
    expect(await holders()).toEqual([other.id, model.id]);
  });

  test.each<[string, (model: Model) => Promise<unknown>]>([
    ['active', finish],
    ['failed', (model) => failModel(world.context, runOf(model), 60)],
    ['deleted', ({ organizationId, id }) => deleteModel(world.context, organizationId, id)],
  ])(
    'a model that becomes %s frees its permit in the same transaction, and asks for the next admission',
    async (_status, end) => {
      const [model, next] = (await queuedModels(big, 2)) as [Model, Model];
      await admit(1);
      expect(await holders()).toEqual([model.id]);
      await end(model);
      expect(await holders()).toEqual([]);
      expect(await read(model)).not.toHaveProperty('permit');
      expect((await events(model)).at(-1)).toMatchObject({ freedPermitOf: 'studio' });
      expect(await admit(1)).toBe(1);
      expect(await holders()).toEqual([next.id]);
      expect(await audit()).toEqual([]);
    },
  );

  test('a failed model that restarts joins the queue again', async () => {
    const [model] = (await queuedModels(big, 1)) as [Model];
    await admit(1);
    await failModel(world.context, runOf(model), 60);
    const restarted = await restartModel(world.context, runOf(model));
    expect((await events(model)).at(-1)).toMatchObject({ effect: 'join-queue', run: 2 });
    await join(restarted);
    expect(await admit(1)).toBe(1);
    expect((await readPermits(world.context, 'studio'))[0]?.holder).toEqual(runOf(restarted));
    expect(await audit()).toEqual([]);
  });
});

describe('the queue of a provider', () => {
  test('organizations take turns, so that three models are done before most of the ten that came earlier', async () => {
    const many = await queuedModels(big, 10);
    await admit(1);
    const few = await queuedModels(small, 3);
    const order: string[] = [];
    for (let ended = 0; ended < 8; ended++) {
      const [running = ''] = await holders();
      const model = [...many, ...few].find(({ id }) => id === running);
      if (!model) throw new Error(`There is no model ${running}.`);
      order.push(model.organizationId === small ? 'small' : 'big');
      await finish(model);
      await admit(1);
    }
    expect(order).toEqual(['big', 'small', 'big', 'small', 'big', 'small', 'big', 'big']);
  });

  test('an organization that was away has saved no turns, and one that had the provider alone has lost none', async () => {
    const [early] = (await queuedModels(small, 1)) as [Model];
    const alone = await queuedModels(big, 5);
    await admit(6);
    for (const model of [early, ...alone]) await finish(model);
    // Another process was faster.
    await advanceVirtualTime(world.context, 'studio', 2);
    const [first] = (await queuedModels(small, 2)) as [Model];
    const [second] = (await queuedModels(big, 1)) as [Model];
    expect((await read(first)).queued?.startTag).toBe(5);
    expect((await read(second)).queued?.startTag).toBe(6);
  });

  test('the model of the check of the main job is next, however many organizations wait with development models', async () => {
    const { organizationId } = await setUpCheck(world.context, { write: async () => {} }, 'https://app.test');
    const waiting = async (organization: string) => {
      const model = await world.waitingModel(organization, 4, true);
      await joinQueue(world.context, runOf(model), 'studio');
      return model;
    };
    const admitted = async () => {
      await admitWaiting(world.context, 'development', 1);
      const permits = await readPermits(world.context, 'development');
      return permits.find(({ holder }) => holder)?.holder?.modelId;
    };
    // Its first model is the first one of the provider.
    const first = await waiting(organizationId);
    expect(await admitted()).toBe(first.id);
    await finish(first);
    const running = await waiting(big);
    expect(await admitted()).toBe(running.id);
    for (const other of [small, await world.newOrganization(), big]) await waiting(other);
    const check = await waiting(organizationId);
    expect(await admitted()).toBe(running.id);
    await finish(running);
    expect(await admitted()).toBe(check.id);
  });

  test('any other model of the organization that is admitted first takes its turn', async () => {
    const input = { name: 'First', credits: 1, whiteLabel: true, webhookUrl: 'https://hook.test' };
    const { organizationId } = await createOrganization(world.context, { ...input, admittedFirst: true });
    const [model] = (await queuedModels(organizationId, 1)) as [Model];
    expect((await read(model)).queued?.startTag).toBe(1);
  });
});

describe('a permit that is lost', () => {
  test('the permit of a stuck model is freed, and its late end frees nothing', async () => {
    const [model, next] = (await queuedModels(big, 2)) as [Model, Model];
    await admit(1);
    await beginTraining(world.context, runOf(model));
    expect(await repairPermits(world.context, 'studio')).toBe(0);
    world.pass(6 * HOUR);
    expect(await repairPermits(world.context, 'studio')).toBe(1);
    expect(await repairPermits(world.context, 'studio')).toBe(0);
    expect(await admit(1)).toBe(1);
    await failModel(world.context, runOf(model), 60);
    expect(await holders()).toEqual([next.id]);
    expect(await audit()).toEqual([]);
  });

  test('the permit of a stuck model that ends while it is freed stays with the next one', async () => {
    const [model, next] = (await queuedModels(big, 2)) as [Model, Model];
    await admit(1);
    await beginTraining(world.context, runOf(model));
    world.pass(6 * HOUR);
    const freed = interrupted(world.context, async () => {
      await repairPermits(world.context, 'studio');
      await admit(1);
    });
    await failModel(freed, runOf(model), 60);
    expect(await holders()).toEqual([next.id]);
  });

  test('the hourly messages have the permit of a stuck model freed, and given to the next one', async () => {
    const [model, next] = (await queuedModels(big, 2)) as [Model, Model];
    await admit(1);
    await beginTraining(world.context, runOf(model));
    world.pass(6 * HOUR);
    vi.stubEnv('MODELS_QUEUE_URL', 'models');
    sqs.onAnyCommand().resolves({});
    await repairHourly();
    vi.unstubAllEnvs();
    const handle = admissionHandler(world.context, {
      defaultProvider: () => 'studio',
      capacityOf: () => 1,
      start: async () => undefined,
    });
    for (const { args } of sqs.commandCalls(SendMessageCommand))
      await handle(modelMessage.parse(JSON.parse(args[0].input.MessageBody ?? '')));
    expect(await holders()).toEqual([next.id]);
  });

  test('the permit of a model that was erased is freed', async () => {
    const [model] = (await queuedModels(big, 1)) as [Model];
    await admit(1);
    await world.context.table.removeAll([(await read(model)) as Model & Key]);
    expect(await repairPermits(world.context, 'studio')).toBe(1);
    expect(await holders()).toEqual([]);
  });
});

test('the audit reports permits and models that do not agree', async () => {
  const [model, queued] = (await queuedModels(big, 2)) as [Model, Model];
  await admit(1);
  const { table } = world.context;
  const report = async (change: Partial<Model>) =>
    auditPermits(world.context, big, [{ ...(await read(model)), ...change }]);
  expect(await report({})).toEqual([]);
  expect(await report({ permit: { provider: 'studio', number: 7 } })).toEqual([
    `${model.id} (waiting): it does not hold its permit 7 of studio.`,
    `${model.id}: it holds the permit studio 0 unknowingly.`,
  ]);
  expect(await report({ status: 'active' })).toEqual([`${model.id} (active): it holds a permit.`]);
  const running: Model = { ...(await read(queued)), status: 'pending' };
  expect(await auditPermits(world.context, big, [await read(model), running])).toEqual([
    `${queued.id} (pending): it is in the queue of studio.`,
    `${queued.id} (pending): it runs without a permit.`,
  ]);
  await table.removeAll(await readPermits(world.context, 'studio'));
  expect(await report({})).toEqual([`${model.id} (waiting): it does not hold its permit 0 of studio.`]);
});
