import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { sum } from '../../../shared/audit/audit.ts';
import { auditUsage } from '../../../shared/audit/usage.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { type Model, readModel } from '../../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
  restartFailed,
  restartModel,
} from '../../../shared/domain/model/progress.ts';
import { changeModel, transitionWrites } from '../../../shared/domain/model/transition.ts';
import { type LedgerEntry, readBalance } from '../../../shared/domain/organization/credits.ts';
import { createTeam, deleteTeam, renameTeam } from '../../../shared/domain/team/change.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { reportUsage, USAGE_ROWS_MAX, usagePeriod } from '../../../shared/domain/usage/report.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { put, TRANSACTION_MAX_WRITES, update } from '../../../shared/table/transaction.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

/** The clock of the world begins in May 2026. */
let world: InviteWorld;
let organizationId: string;
beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization();
});

const report = async () =>
  (await reportUsage(world.context, organizationId, { from: '2026-01', to: '2027-12' })).usage;
const run = ({ id, run: number }: Model) => ({ organizationId, modelId: id, run: number });
const read = (id: string) => readModel(world.context, organizationId, id);
const move = async (model: Model, teamId: string) =>
  addTeamMembers(world.context, organizationId, teamId, [model.email]);

async function audit(): Promise<string[]> {
  const { table } = world.context;
  const models = await table.all<Model>(collections.models(organizationId));
  const ledger = await table.all<LedgerEntry>(collections.ledger(organizationId));
  return auditUsage(world.context, organizationId, models, (id) =>
    sum(ledger.filter(({ modelId }) => modelId === id)),
  );
}

async function finish(model: Model, headshots = 40): Promise<void> {
  await beginTraining(world.context, run(model));
  await beginGeneration(world.context, run(model), () => []);
  await finishGeneration(world.context, run(model), headshots);
}

/** A failure with no restart left. */
const failForGood = (model: Model) => failModel(world.context, run(model), 1, { isFinal: true });

const NOTHING = { credits: 0, modelsBegun: 0, modelsFinished: 0, modelsFailed: 0, headshots: 0 };
const row = (month: string, counts: Partial<typeof NOTHING>) => ({
  month,
  teamId: null,
  teamName: null,
  ...NOTHING,
  ...counts,
});

test('a model counts in the months of its beginning, of its credit and of its end', async () => {
  const model = await world.newModel(organizationId);
  world.pass(28 * DAY);
  await finishOnboarding(world.context, organizationId, model.id, { trigger: 'person' });
  world.pass(30 * DAY);
  await finish(await read(model.id));
  expect(await report()).toEqual([
    row('2026-05', { modelsBegun: 1 }),
    row('2026-06', { credits: 1 }),
    row('2026-07', { modelsFinished: 1, headshots: 40 }),
  ]);
  expect(await audit()).toEqual([]);
});

test('a development model counts nothing', async () => {
  await finish(await world.waitingModel(organizationId, 4, true));
  expect(await report()).toEqual([]);
  expect(await audit()).toEqual([]);
});

test('a repeated step of the flow and a later change of the model count nothing twice', async () => {
  const model = await world.waitingModel(organizationId);
  await finish(model);
  await finishOnboarding(world.context, organizationId, model.id, { trigger: 'person' });
  await finishGeneration(world.context, run(model), 40);
  await changeModel(world.context, organizationId, model.id, (active) =>
    transitionWrites(world.context, active, { change: { availableCount: 39 }, webhooks: [] }),
  );
  expect(await report()).toEqual([
    row('2026-05', { credits: 1, modelsBegun: 1, modelsFinished: 1, headshots: 40 }),
  ]);
});

test('failures count when no restart is left, and the credit of such a model is subtracted', async () => {
  const model = await world.waitingModel(organizationId);
  await failModel(world.context, run(model), 1);
  await restartModel(world.context, run(model));
  expect(await report()).toEqual([row('2026-05', { credits: 1, modelsBegun: 1 })]);
  await failForGood(await read(model.id));
  expect(await report()).toEqual([row('2026-05', { modelsBegun: 1, modelsFailed: 1 })]);
  await restartFailed(world.context, organizationId, model.id, 'all');
  await finish(await read(model.id));
  expect(await report()).toEqual([
    row('2026-05', { credits: 1, modelsBegun: 1, modelsFinished: 1, modelsFailed: 1, headshots: 40 }),
  ]);
  expect(await audit()).toEqual([]);
});

test('a credit goes back to the team that was charged, in the month of its return', async () => {
  const [sales, support] = await Promise.all([
    createTeam(world.context, organizationId, 'Sales'),
    createTeam(world.context, organizationId, 'Support'),
  ]);
  const model = await world.newModel(organizationId);
  await move(model, sales.id);
  await finishOnboarding(world.context, organizationId, model.id, { trigger: 'person' });
  await move(model, support.id);
  world.pass(31 * DAY);
  await failForGood(await read(model.id));
  const inTeam = (team: typeof sales) => ({ teamId: team.id, teamName: team.name });
  const rows = await report();
  expect(rows).toHaveLength(4);
  expect(rows).toContainEqual(row('2026-05', { modelsBegun: 1 }));
  expect(rows).toContainEqual({ ...row('2026-05', { credits: 1 }), ...inTeam(sales) });
  expect(rows).toContainEqual({ ...row('2026-06', { credits: -1 }), ...inTeam(sales) });
  expect(rows).toContainEqual({ ...row('2026-06', { modelsFailed: 1 }), ...inTeam(support) });
  expect(await audit()).toEqual([]);

  // A second credit is that of the team in which the model was restarted.
  await restartFailed(world.context, organizationId, model.id, 'all');
  await move(model, sales.id);
  await failForGood(await read(model.id));
  expect(await report()).toContainEqual({ ...row('2026-06', { modelsFailed: 1 }), ...inTeam(support) });
  expect(await audit()).toEqual([]);
});

test('the usage of a month is kept for the 36 months after it', async () => {
  await world.newModel(organizationId);
  const stored = await world.context.table.get(keys.monthlyUsage(organizationId, '2026-05', undefined));
  expect(stored).toMatchObject({ expiresAtSeconds: Date.parse('2029-06-01') / 1000 });
});

test('usage shows the present name of a team, and the last name of a team that was deleted', async () => {
  const team = await createTeam(world.context, organizationId, 'Sales');
  const model = await world.newModel(organizationId);
  await move(model, team.id);
  await finishOnboarding(world.context, organizationId, model.id, { trigger: 'person' });
  await renameTeam(world.context, organizationId, team.id, 'Field sales');
  expect((await report()).at(-1)).toMatchObject({ teamId: team.id, teamName: 'Field sales', credits: 1 });
  expect((await report()).at(-1)).not.toHaveProperty('teamDeleted');
  world.pass(31 * DAY);
  await deleteTeam(world.context, organizationId, team.id);
  expect((await report()).at(-1)).toMatchObject({ teamName: 'Field sales', teamDeleted: true, credits: 1 });
  const former = await world.context.table.get(keys.formerTeam(organizationId, team.id));
  expect(former).toMatchObject({ expiresAtSeconds: Date.parse('2029-07-01') / 1000 });
});

test('usage stays when its models are deleted', async () => {
  const model = await world.waitingModel(organizationId);
  await finish(model);
  const before = await report();
  await deleteModel(world.context, organizationId, model.id, { eraseMember: true });
  expect(await readBalance(world.context, organizationId)).toMatchObject({ pendingInvites: 0, credits: 9 });
  expect(await report()).toEqual(before);
  expect(await audit()).toEqual([]);
});

test('a report covers the last twelve months unless its request names others', () => {
  expect(usagePeriod(world.context, {})).toEqual({ from: '2025-06', to: '2026-05' });
  expect(usagePeriod(world.context, { to: '2026-02' })).toEqual({ from: '2025-03', to: '2026-02' });
  expect(usagePeriod(world.context, { to: '2000-01' })).toEqual({ from: '2000-01', to: '2000-01' });
  expect(usagePeriod(world.context, { to: '2999-12' })).toEqual({ from: '2999-01', to: '2999-12' });
  expect(() => usagePeriod(world.context, { from: '2026-03', to: '2026-02' })).toThrow(
    "'from' (2026-03) must not be after 'to' (2026-02).",
  );
  const longest = { from: '2023-03', to: '2026-02' };
  expect(usagePeriod(world.context, longest)).toEqual(longest);
  expect(() => usagePeriod(world.context, { ...longest, from: '2023-02' })).toThrow('at most 36');
});

test('a report of more rows than an answer has is refused, and one of fewer months is not', async () => {
  const teams = Array.from({ length: USAGE_ROWS_MAX }, (_, number) => `team_${number}`);
  const store = (month: string, teamId: string) =>
    put({ ...keys.monthlyUsage(organizationId, month, teamId), month, teamId, credits: 1 });
  for (let first = 0; first < teams.length; first += TRANSACTION_MAX_WRITES) {
    const some = teams.slice(first, first + TRANSACTION_MAX_WRITES);
    await world.context.table.commit(some.map((teamId) => store('2026-02', teamId)));
  }
  await world.context.table.commit([store('2026-03', 'team_0')]);
  const months = (from: string, to: string) => reportUsage(world.context, organizationId, { from, to });
  await expect(months('2026-02', '2026-03')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await months('2026-02', '2026-02')).total.credits).toBe(USAGE_ROWS_MAX);
});

test('the audit names each counter and each model whose usage does not add up', async () => {
  const model = await world.waitingModel(organizationId);
  await finish(model);
  const key = keys.monthlyUsage(organizationId, '2026-05', undefined);
  await world.context.table.commit([update(key, { add: { headshots: 1 } })]);
  expect(await audit()).toEqual(['The usage of 2026-05 has headshots 41, its models add up to 40.']);
  await world.context.table.commit([update(key, { add: { headshots: -1 } })]);
  const stray = keys.monthlyUsage(organizationId, '2026-04', 'team_x');
  await world.context.table.commit([put({ ...stray, month: '2026-04', teamId: 'team_x', credits: 2 })]);
  expect(await audit()).toEqual(['The usage of 2026-04 team_x has credits 2, its models add up to 0.']);
  const modelKey = keys.model(organizationId, model.id);
  await world.context.table.commit([update(modelKey, { remove: ['counted'] })]);
  expect((await audit()).filter((violation) => violation.startsWith(model.id))).toEqual([
    `${model.id}: the monthly usage counts credits 0, its ledger has 1.`,
    `${model.id}: the monthly usage counts its beginning in [].`,
    `${model.id}: the monthly usage counts its end in [].`,
  ]);
});

/** Models of several teams through the same random operations, and a plain sum of what each has brought. */
test('usage equals a plain recount after any order of operations, concurrent ones included', async () => {
  const operation = fc.record({
    kind: fc.constantFrom('begin', 'onboard', 'finish', 'fail', 'restart', 'move', 'delete', 'pass'),
    which: fc.nat(99),
  });
  const teams = [
    await createTeam(world.context, organizationId, 'A'),
    await createTeam(world.context, organizationId, 'B'),
  ];
  const models: string[] = [];
  for (let count = 0; count < 4; count++) models.push((await world.newModel(organizationId)).id);
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 12, maxLength: 12 }), async (operations) => {
      await Promise.allSettled(operations.map(({ kind, which }) => act(kind, which)));
      expect(await audit()).toEqual([]);
      const stored = await world.context.table.all<Model>(collections.models(organizationId));
      const ledger = await world.context.table.all<LedgerEntry>(collections.ledger(organizationId));
      const rows = await report();
      const total = (counter: keyof typeof NOTHING) => rows.reduce((all, each) => all + each[counter], 0);
      expect(total('modelsBegun')).toBe(stored.length);
      expect(total('modelsFinished')).toBe(stored.filter(({ finishedAt }) => finishedAt !== null).length);
      expect(total('headshots')).toBe(40 * total('modelsFinished'));
      expect(total('credits') + sum(ledger.filter(({ modelId }) => modelId !== undefined))).toBe(0);
    }),
    { numRuns: 3, endOnFailure: true },
  );

  async function act(kind: string, which: number): Promise<void> {
    if (kind === 'begin') {
      models.push((await world.newModel(organizationId)).id);
      return;
    }
    if (kind === 'pass') return world.pass(9 * DAY);
    const model = await read(models[which % models.length] ?? 'mdl_none');
    switch (kind) {
      case 'onboard':
        await finishOnboarding(world.context, organizationId, model.id, { trigger: 'person' });
        return;
      case 'finish':
        return finish(model);
      case 'fail':
        await failForGood(model);
        return;
      case 'restart':
        await restartFailed(world.context, organizationId, model.id, 'all');
        return;
      case 'move':
        return move(model, teams[which % teams.length]?.id ?? '');
      case 'delete':
        await deleteModel(world.context, organizationId, model.id);
    }
  }
});
