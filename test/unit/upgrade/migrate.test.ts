import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../ops/commands.ts';
import { type Migrated, migrateTable, PARTS } from '../../../ops/migrate.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { addCredits } from '../../../shared/domain/organization/add-credits.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import {
  type Balance,
  InviteLimitExceeded,
  inviteSlotWrite,
  readBalance,
} from '../../../shared/domain/organization/credits.ts';
import { createTeam, renameTeam } from '../../../shared/domain/team/change.ts';
import { listTeams } from '../../../shared/domain/team/list.ts';
import { SECOND, systemClock } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { Throttled } from '../../../shared/platform/throttling.ts';
import { absent, equals } from '../../../shared/table/condition.ts';
import { collections, type Entity, keys } from '../../../shared/table/keys.ts';
import type { Schema } from '../../../shared/table/schema.ts';
import { Table } from '../../../shared/table/table.ts';
import { put, type StoredItem, update } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';
import { first, second, third } from './versions.ts';

let bare: Awaited<ReturnType<typeof freshTable>>;
/** Three releases of the service that use one table at the same time. */
let releases: Record<'first' | 'second' | 'third', DomainContext>;

beforeEach(async () => {
  bare = await freshTable(systemRandomness);
  const release = (schema: Schema) =>
    domainContext(
      new Table(bare.client, bare.table.name, systemRandomness, schema),
      systemClock,
      systemRandomness,
      webhookSecretKey,
    );
  releases = { first: release(first), second: release(second), third: release(third) };
});
afterEach(() => bare.stop());

const migrate = (
  context: DomainContext,
  more: Partial<Parameters<typeof migrateTable>[1]> = {},
): Promise<Migrated> =>
  migrateTable(context, { dryRun: false, fromPart: 0, rate: 1e6, report: () => {}, ...more });

/** The items of the table, unchanged by any release. */
async function stored(entity?: Entity): Promise<StoredItem[]> {
  const pages = await Array.fromAsync(bare.table.scan({ part: 0, of: 1 }, 1000));
  return pages.flat().filter((item) => entity === undefined || item.entity === entity);
}
const storedBalance = async () => (await stored('BALANCE'))[0] as (StoredItem & Balance) | undefined;

const organizationOf = async (context: DomainContext, credits = 10) =>
  (await createOrganization(context, { name: 'Upgraded', credits })).organizationId;

describe('before a migration', () => {
  test('reads by key and in collections, and failed conditions, give items in the version of the code', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former, 0);
    await createTeam(former, organizationId, 'Sales');
    const balance = { credits: 0, cents: 0, schema: 2 };
    expect(await newer.table.get(keys.balance(organizationId))).toMatchObject(balance);
    expect(await newer.table.getMany([keys.balance(organizationId)])).toMatchObject([balance]);
    expect(await newer.table.all(collections.teams(organizationId))).toMatchObject([
      { language: 'en', schema: 2 },
    ]);
    const write = put(
      { ...keys.balance(organizationId) },
      { condition: absent, onConditionFailed: (item) => new Seen(item) },
    );
    await expect(newer.table.commit([write])).rejects.toMatchObject({ item: balance });
    expect(await newer.table.write(write)).toMatchObject({ written: false, existing: balance });
    expect(await storedBalance()).not.toHaveProperty('cents');
  });

  test('a write to an older item upgrades it first, alone and in a transaction', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    await addCredits(newer, organizationId, 5);
    // The cents are those of the upgrade: this test's second release does not count them itself.
    expect(await storedBalance()).toMatchObject({ credits: 15, cents: 1000, schema: 2 });

    const { id } = await createTeam(former, organizationId, 'Sales');
    const german = update(
      keys.team(organizationId, id),
      { set: { language: 'de' } },
      {
        condition: equals('language', 'en'),
        onConditionFailed: () => new Error('The team was changed by another write.'),
      },
    );
    expect(await newer.table.write(german)).toEqual({ written: true });
    expect(await stored('TEAM')).toMatchObject([{ name: 'Sales', language: 'de', schema: 2 }]);
  });

  test('a write whose condition fails on an older item fails as on a current one', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former, 0);
    await expect(newer.table.commit([inviteSlotWrite(organizationId)])).rejects.toThrow(InviteLimitExceeded);
    expect(await storedBalance()).toMatchObject({ slots: 0, pendingInvites: 0 });
  });
});

describe('a migration', () => {
  test('a migration upgrades every older item and reports it, and a second one changes nothing', async () => {
    const { first: former, second: newer } = releases;
    for (let count = 0; count < 30; count++) await organizationOf(former, count);
    const seen = (await stored()).length;
    expect(await migrate(newer, { dryRun: true })).toEqual({ seen, upgraded: 0, left: 30, newer: 0 });
    expect(await migrate(newer)).toEqual({ seen, upgraded: 30, left: 0, newer: 0 });
    for (const { credits, cents, schema } of await stored('BALANCE')) {
      expect([cents, schema]).toEqual([Number(credits) * 100, 2]);
    }
    const after = await stored();
    expect(await migrate(newer)).toEqual({ seen, upgraded: 0, left: 0, newer: 0 });
    expect(await stored()).toEqual(after);
  });

  test('a migration upgrades an item from version 1 to version 3 in one write', async () => {
    const organizationId = await organizationOf(releases.first, 7);
    expect(await migrate(releases.third)).toMatchObject({ upgraded: 1 });
    const balance = await storedBalance();
    expect(balance).toMatchObject({ cents: 700, slots: 14, schema: 3 });
    expect(balance).not.toHaveProperty('credits');
    expect(await releases.third.table.get(keys.balance(organizationId))).toEqual(balance);
  });

  test('an upgrade is computed again when an attribute it uses changes between its read and its write', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    const read = await storedBalance();
    await addCredits(former, organizationId, 1);
    expect(read && (await newer.table.upgrade(read))).toBe(true);
    expect(await storedBalance()).toMatchObject({ credits: 11, slots: 22, cents: 1100, schema: 2 });
  });

  test('an upgrade keeps concurrent changes of attributes that it does not use', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    const read = await storedBalance();
    await former.table.commit([inviteSlotWrite(organizationId)]);
    expect(read && (await newer.table.upgrade(read))).toBe(true);
    expect(await storedBalance()).toMatchObject({ pendingInvites: 1, slots: 19, cents: 1000, schema: 2 });
  });

  test('an upgrade does not restore an item that was removed between its read and its write', async () => {
    const { first: former, second: newer } = releases;
    const { id } = await createTeam(former, 'org_1', 'Sales');
    const [read] = await stored('TEAM');
    await former.table.removeAll([keys.team('org_1', id)]);
    // An item without a version can be recognized as removed only by its absence.
    const { schema: _, ...unversioned } = { ...read };
    expect(await newer.table.upgrade(unversioned as StoredItem)).toBe(false);
    expect(await stored('TEAM')).toEqual([]);
  });

  /** A call that met a busy table has changed nothing, so its caller repeats it. */
  async function creditOne(context: DomainContext, organizationId: string): Promise<void> {
    for (;;) {
      try {
        await addCredits(context, organizationId, 1);
        return;
      } catch (error) {
        if (!(error instanceof Throttled)) throw error;
      }
    }
  }

  test('a migration loses no change of a counter while two releases change it', async () => {
    const { first: former, second: newer } = releases;
    const ids = await Promise.all(Array.from({ length: 4 }, () => organizationOf(former, 0)));
    let busy = true;
    const change = async (context: DomainContext, organizationId: string) => {
      for (let count = 0; count < 40; count++) await creditOne(context, organizationId);
    };
    const runs = (async () => {
      while (busy) await migrate(newer);
    })();
    await Promise.all(ids.flatMap((id) => [change(former, id), change(newer, id)]));
    busy = false;
    await runs;
    // The second release of this test does not count cents itself, so the last change is one of the first
    // release.
    for (const id of ids) await addCredits(former, id, 1);
    expect(await migrate(newer)).toMatchObject({ upgraded: 4, left: 0 });
    for (const balance of await stored('BALANCE')) {
      expect(balance).toMatchObject({ credits: 81, slots: 162, cents: 8100, schema: 2 });
    }
  });

  test('a migration that was killed is completed by the next one', async () => {
    const { first: former, second: newer } = releases;
    for (let count = 0; count < 60; count++) await createTeam(former, 'org_1', `Team ${count}`);
    const upgraded = async () => (await stored('TEAM')).filter(({ schema }) => schema === 2).length;
    const child = fork(new URL('migrating-process.ts', import.meta.url), [bare.endpoint, bare.table.name]);
    while ((await upgraded()) < 5) await pauseWhileRunning(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const done = await upgraded();
    expect(done).toBeLessThan(60);
    expect(await migrate(newer)).toMatchObject({ upgraded: 60 - done, left: 0 });
    expect(await upgraded()).toBe(60);
  });

  test('a migration that fails names the part from which the next one can continue', async () => {
    const { first: former, second: newer } = releases;
    // Each organization has a partition of its own, so that several parts of the scan have items.
    for (let count = 0; count < 40; count++) await createTeam(former, `org_${count}`, 'Sales');
    let pauses = 0;
    const breaking = async () => {
      pauses += 1;
      if (pauses === 60) throw new Error('The network is gone.');
    };
    const options = { dryRun: false, fromPart: 0, rate: 1000, report: () => {} };
    const stopped = await migrateTable({ ...newer, clock: { now: () => 0 } }, options, breaking).catch(
      String,
    );
    const [, part] = /The network is gone\. Continue with --from-part (\d+)\./.exec(String(stopped)) ?? [];
    expect(Number(part)).toBeGreaterThan(0);
    expect(Number(part)).toBeLessThan(PARTS);
    const before = (await stored('TEAM')).filter(({ schema }) => schema === 2).length;
    expect(before).toBeGreaterThan(0);
    const { upgraded, seen } = await migrate(newer, { fromPart: Number(part) });
    expect([upgraded + before, seen < 80]).toEqual([40, true]);
  });

  test('a migration reads and writes no more items per second than its rate', async () => {
    const { first: former, second: newer } = releases;
    for (let count = 0; count < 20; count++) await createTeam(former, 'org_1', `Team ${count}`);
    let time = 0;
    const context = { ...newer, clock: { now: () => time } };
    const lines: string[] = [];
    const options = { dryRun: false, fromPart: 0, rate: 2, report: (line: string) => lines.push(line) };
    await migrateTable(context, options, async (milliseconds) => {
      time += milliseconds;
    });
    // 20 teams, 20 names and 20 entries of the audit trail are read, and 20 teams are written. There is no pause after the last ones.
    expect(time).toBeGreaterThan((80 / 2 - 6) * SECOND);
    expect(time).toBeLessThanOrEqual((80 / 2) * SECOND);
    expect(lines[0]).toMatch(/^Part \d+ of 100: \d+ items seen, \d+ upgraded\.$/);
  });
});

describe('a rollback to the former release', () => {
  test('the former release serves and changes newer items, which the newer one upgrades when it returns', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    const { id } = await createTeam(former, organizationId, 'Sales');
    await migrate(newer);
    const before = await stored();
    const newerItems = before.filter(({ schema }) => schema === 2).length;
    expect(await migrate(former)).toMatchObject({ upgraded: 0, left: 0, newer: newerItems });
    expect(await stored()).toEqual(before);
    const language = update(
      keys.team(organizationId, id),
      { set: { language: 'de' } },
      {
        condition: equals('name', 'Sales'),
        onConditionFailed: () => new Error('The team was changed by another write.'),
      },
    );
    await newer.table.commit([language]);

    expect(await readBalance(former, organizationId)).toMatchObject({ credits: 10, schema: 2 });
    await addCredits(former, organizationId, 2);
    await renameTeam(former, organizationId, id, 'Support');
    expect(await listTeams(former, organizationId)).toEqual([{ id, name: 'Support' }]);
    expect(await storedBalance()).toMatchObject({ credits: 12, cents: 1000, schema: 1 });

    expect(await newer.table.get(keys.balance(organizationId))).toMatchObject({ cents: 1200 });
    expect(await migrate(newer)).toMatchObject({ upgraded: 2, left: 0 });
    expect(await storedBalance()).toMatchObject({ credits: 12, cents: 1200, schema: 2 });
    expect(await stored('TEAM')).toMatchObject([{ name: 'Support', language: 'de', schema: 2 }]);
  });
});

test('every stored item has its entity and its schema version', async () => {
  const organizationId = await organizationOf(releases.second);
  await addCredits(releases.second, organizationId, 1);
  for (const { entity, schema } of await stored()) expect(schema).toBe(second.versionOf(entity));
  expect((await stored('BALANCE'))[0]?.schema).toBe(2);
});

test('npm run ops -- migrate reports the items left, and fails while there are any', async () => {
  await organizationOf(releases.first);
  const operator = { context: { ...releases.first }, images: undefined as never };
  const command = COMMANDS.migrate;
  expect(await command?.run(operator, ['--dry-run'])).toEqual({
    output: { seen: (await stored()).length, upgraded: 0, left: 0, newer: 0 },
    failed: false,
  });
  const newer = { ...operator, context: releases.second };
  expect(await command?.run(newer, ['--dry-run'])).toMatchObject({ output: { left: 1 }, failed: true });
  expect(await command?.run(newer, ['--rate', '100000'])).toMatchObject({
    output: { upgraded: 1 },
    failed: false,
  });
  expect(() => command?.run(newer, ['--rate', '0'])).toThrow('must be at least 1');
  expect(() => command?.run(newer, ['--from-part', '100'])).toThrow('must be less than 100');
});

class Seen extends Error {
  readonly item: unknown;

  constructor(item: unknown) {
    super('The item exists already.');
    this.item = item;
  }
}

/** @throws if the process has ended */
async function pauseWhileRunning(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error('The migration ended before the test could kill it.');
  await new Promise((resolve) => setTimeout(resolve, 50));
}
