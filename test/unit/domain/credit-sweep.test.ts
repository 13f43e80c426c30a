import { beforeEach, expect, test } from 'vitest';
import { auditCredits } from '../../../shared/audit/credits.ts';
import { sweepCredits } from '../../../shared/audit/sweep.ts';
import type { DomainContext } from '../../../shared/domain/context.ts';
import {
  type Reservation,
  releaseReservation,
  reserveSlots,
} from '../../../shared/domain/invite/reservation.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { beginTraining, failModel, restartModel } from '../../../shared/domain/model/progress.ts';
import { addCredits } from '../../../shared/domain/organization/add-credits.ts';
import { HOUR } from '../../../shared/platform/clock.ts';
import { type Key, keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { remove, update } from '../../../shared/table/transaction.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';
import { linesOf } from '../../support/log-lines.ts';

let world: InviteWorld;
beforeEach(() => {
  world = inviteWorld();
});

const NO_DEADLINE = Number.POSITIVE_INFINITY;
const sweep = (deadline = NO_DEADLINE) => sweepCredits(world.context, deadline);

async function newOrganizations(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await world.newOrganization());
  return ids;
}

const corrupt = (organizationId: string, counters: Record<string, number>) =>
  world.context.table.commit([update(keys.balance(organizationId), { set: counters })]);

test('the credit sweep counts and logs each rule that the counters of an organization break', async () => {
  const ids = await newOrganizations(12);
  const [ledger, pending, slots, missing] = [ids[1], ids[3], ids[9], ids[11]].map(String);
  await corrupt(String(ledger), { credits: 11, slots: 22 });
  await corrupt(String(pending), { pendingInvites: 3, slots: 17 });
  await corrupt(String(slots), { slots: 21 });
  await world.context.table.commit([remove(keys.balance(String(missing)))]);
  const lines = await linesOf(sweep);
  const warnings = lines.filter(({ level }) => level === 'warn');
  // The organizations are audited concurrently, so the order of the lines varies.
  expect(Object.fromEntries(warnings.map((line) => [line.rule, line]))).toEqual(
    Object.fromEntries(
      [
        [ledger, 'ledger', 'The ledger sums to 10, the balance is 11.'],
        [pending, 'pending', '0 models and 0 invites are pending, 3 are counted.'],
        [slots, 'slots', 'There should be 20 invite slots, 21 are counted.'],
        [missing, 'missing', 'There is no balance.'],
      ].map(([organizationId, rule, violation]) => [
        rule,
        { level: 'warn', message: 'credits do not add up', organizationId, rule, violation },
      ]),
    ),
  );
  const counted = lines.filter(({ CreditAnomalies }) => CreditAnomalies === 1).map(({ Kind }) => Kind);
  expect(counted.sort()).toEqual(['ledger', 'missing', 'pending', 'slots']);
});

test('the credit sweep reports nothing for an organization with invites and models in several statuses', async () => {
  const organizationId = await world.newOrganization();
  await sendInvite(world.context, organizationId, { email: 'invited@white-label.test' });
  await world.newModel(organizationId);
  const { id } = await world.waitingModel(organizationId);
  const run = { organizationId, modelId: id, run: 1 };
  await beginTraining(world.context, run);
  expect(await auditCredits(world.context, organizationId)).toEqual([]);
  await failModel(world.context, run, 60);
  expect(await auditCredits(world.context, organizationId)).toEqual([]);
  expect(await sweep()).toEqual({ organizations: 1, anomalies: 0 });
});

test('a round of the credit sweep continues after its deadline, and audits each organization once a day', async () => {
  const ids = await newOrganizations(20);
  await corrupt(String(ids[0]), { credits: 9, slots: 18 });
  await corrupt(String(ids[19]), { credits: 9, slots: 18 });
  const passed = 0;
  expect(await sweep(passed)).toEqual({ organizations: 8, anomalies: 1 });
  world.pass(HOUR);
  expect(await sweep(passed)).toEqual({ organizations: 8, anomalies: 0 });
  world.pass(HOUR);
  expect(await sweep(passed)).toEqual({ organizations: 4, anomalies: 1 });
  for (let hour = 3; hour < 24; hour++) {
    world.pass(HOUR);
    expect(await sweep()).toEqual({ organizations: 0, anomalies: 0 });
  }
  // An hourly invocation may be early.
  world.pass(HOUR / 2);
  expect(await sweep()).toEqual({ organizations: 20, anomalies: 2 });
});

test('a credit sweep that fails before it has stored its progress is repeated', async () => {
  await newOrganizations(9);
  const broken = withTable({ write: () => Promise.reject(new Error('The table is gone.')) });
  await expect(sweepCredits(broken, NO_DEADLINE)).rejects.toThrow('The table is gone.');
  expect(await sweep()).toEqual({ organizations: 9, anomalies: 0 });
});

test('an organization whose counters change during every read is logged, and not reported as wrong', async () => {
  const organizationId = await world.newOrganization();
  const changing = aroundBalance(async () => {
    await addCredits(world.context, organizationId, 1);
  });
  expect(await auditCredits(changing, organizationId)).toBeUndefined();
  const lines = await linesOf(async () => {
    expect(await sweepCredits(changing, NO_DEADLINE)).toEqual({ organizations: 1, anomalies: 0 });
  });
  expect(lines).toEqual([
    { level: 'warn', message: 'credits not audited: they changed during every try', organizationId },
  ]);
});

test('a change during the audit of the credits is not reported as a violation', async () => {
  const organizationId = await world.newOrganization();
  const { id } = await world.waitingModel(organizationId);
  const run = { organizationId, modelId: id, run: 1 };
  await failModel(world.context, run, 60);
  let calls = 0;
  // The model is failed before and after the balance is read, but waiting in between.
  const between = aroundBalance(
    async () => {
      calls += 1;
      if (calls === 1) await restartModel(world.context, run);
    },
    async () => {
      if (calls === 1) await failModel(world.context, { ...run, run: 2 }, 60);
    },
  );
  expect(await auditCredits(between, organizationId)).toEqual([]);
  expect(calls).toBe(2);
});

test('slots that are reserved and given back during the audit of the credits are no violation', async () => {
  const organizationId = await world.newOrganization();
  let reserved: Promise<Reservation> | undefined;
  const between = aroundBalance(
    async () => {
      reserved ??= reserveSlots(world.context, organizationId, 2);
      await reserved;
    },
    async () => {
      if (reserved) await releaseReservation(world.context, await reserved);
    },
  );
  expect(await auditCredits(between, organizationId)).toEqual([]);
});

/** The context of the world, with some operations of the table replaced. */
function withTable(operations: Partial<Record<keyof Table, unknown>>): DomainContext {
  const { clock, randomness, newId, webhookSecretKey, table: real } = world.context;
  const table = Object.create(real) as Table;
  for (const name of ['get', 'write', 'query', 'all'] as const) {
    Object.defineProperty(table, name, { value: operations[name] ?? real[name].bind(real) });
  }
  return { table, clock, randomness, newId, webhookSecretKey };
}

/** The context of the world, with hooks right before and right after a balance is read. */
function aroundBalance(before: () => Promise<void>, after: () => Promise<void> = async () => {}) {
  const { table } = world.context;
  return withTable({
    get: async (key: Key) => {
      if (key.SK !== 'BALANCE') return table.get(key);
      await before();
      const balance = await table.get(key);
      await after();
      return balance;
    },
  });
}
