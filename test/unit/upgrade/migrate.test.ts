import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../ops/commands.ts';
import { type Migrated, migrateTable, PARTS } from '../../../ops/migrate.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import {
  addCredits,
  type Balance,
  InviteLimitExceeded,
  inviteSlotWrite,
  readBalance,
} from '../../../shared/domain/organization/credits.ts';
import { createOrganization } from '../../../shared/domain/organization/organization.ts';
import { createTeam, renameTeam } from '../../../shared/domain/team/change.ts';
import { listTeams } from '../../../shared/domain/team/team.ts';
import { SECOND, systemClock } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { absent, equals } from '../../../shared/table/condition.ts';
import { collections, type Entity, keys } from '../../../shared/table/keys.ts';
import type { Schema } from '../../../shared/table/schema.ts';
import { Table } from '../../../shared/table/table.ts';
import { put, type StoredItem, update } from '../../../shared/table/transaction.ts';
import { bareTable } from '../../support/bare-table.ts';
import { first, second, third } from './versions.ts';

let bare: Awaited<ReturnType<typeof bareTable>>;
/** Releases of the service that work on one table, side by side. */
let releases: Record<'first' | 'second' | 'third', DomainContext>;

beforeEach(async () => {
  bare = await bareTable(systemRandomness);
  const release = (schema: Schema) =>
    domainContext(
      new Table(bare.client, bare.table.name, systemRandomness, schema),
      systemClock,
      systemRandomness,
    );
  releases = { first: release(first), second: release(second), third: release(third) };
});
afterEach(() => bare.stop());

const run = (
  context: DomainContext,
  more: Partial<Parameters<typeof migrateTable>[1]> = {},
): Promise<Migrated> =>
  migrateTable(context, { dryRun: false, fromPart: 0, rate: 1e6, report: () => {}, ...more });

/** Items as they are stored. */
async function stored(entity?: Entity): Promise<StoredItem[]> {
  const pages = await Array.fromAsync(bare.table.scan({ part: 0, of: 1 }, 1000));
  return pages.flat().filter((item) => entity === undefined || item.entity === entity);
}
const storedBalance = async () => (await stored('BALANCE'))[0] as (StoredItem & Balance) | undefined;

const organizationOf = async (context: DomainContext, credits = 10) =>
  (await createOrganization(context, { name: 'Upgraded', credits })).organizationId;

describe('before the run', () => {
  test('reads give the shape of the code, by key, in collections and in what a refusal is told', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former, 0);
    await createTeam(former, organizationId, 'Sales');
    const balance = { credits: 0, cents: 0, schema: 2 };
    expect(await newer.table.get(keys.balance(organizationId))).toMatchObject(balance);
    expect(await newer.table.getMany([keys.balance(organizationId)])).toMatchObject([balance]);
    expect(await newer.table.all(collections.teams(organizationId))).toMatchObject([
      { language: 'en', schema: 2 },
    ]);
    const step = put(
      { ...keys.balance(organizationId) },
      { condition: absent, onConditionFailed: (item) => new Seen(item) },
    );
    await expect(newer.table.commit([step])).rejects.toMatchObject({ item: balance });
    expect(await newer.table.write(step)).toMatchObject({ written: false, existing: balance });
    expect(await storedBalance()).not.toHaveProperty('cents');
  });

  test('a change of an older item brings it up to date first, alone and in a transaction', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    await addCredits(newer, organizationId, 5);
    // As the item was when it was brought up to date: this code's own changes are up to this code.
    expect(await storedBalance()).toMatchObject({ credits: 15, cents: 1000, schema: 2 });

    const { id } = await createTeam(former, organizationId, 'Sales');
    const german = update(
      keys.team(organizationId, id),
      { set: { language: 'de' } },
      { condition: equals('language', 'en'), onConditionFailed: () => new Error('Somebody was faster.') },
    );
    expect(await newer.table.write(german)).toEqual({ written: true });
    expect(await stored('TEAM')).toMatchObject([{ name: 'Sales', language: 'de', schema: 2 }]);
  });

  test('a change that is refused is refused all the same', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former, 0);
    await expect(newer.table.commit([inviteSlotWrite(organizationId)])).rejects.toThrow(InviteLimitExceeded);
    expect(await storedBalance()).toMatchObject({ slots: 0, pendingInvites: 0 });
  });
});

describe('the run', () => {
  test('stores every older item anew, tells what it did, and finds nothing the second time', async () => {
    const { first: former, second: newer } = releases;
    for (let count = 0; count < 30; count++) await organizationOf(former, count);
    const seen = (await stored()).length;
    expect(await run(newer, { dryRun: true })).toEqual({ seen, upgraded: 0, left: 30, newer: 0 });
    expect(await run(newer)).toEqual({ seen, upgraded: 30, left: 0, newer: 0 });
    for (const { credits, cents, schema } of await stored('BALANCE')) {
      expect([cents, schema]).toEqual([Number(credits) * 100, 2]);
    }
    const after = await stored();
    expect(await run(newer)).toEqual({ seen, upgraded: 0, left: 0, newer: 0 });
    expect(await stored()).toEqual(after);
  });

  test('leads an item from 1 to 3 by one write', async () => {
    const organizationId = await organizationOf(releases.first, 7);
    expect(await run(releases.third)).toMatchObject({ upgraded: 1 });
    const balance = await storedBalance();
    expect(balance).toMatchObject({ cents: 700, slots: 14, schema: 3 });
    expect(balance).not.toHaveProperty('credits');
    expect(await releases.third.table.get(keys.balance(organizationId))).toEqual(balance);
  });

  test('computes anew what somebody changes between its read and its write', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    const read = await storedBalance();
    await addCredits(former, organizationId, 1);
    expect(read && (await newer.table.upgrade(read))).toBe(true);
    expect(await storedBalance()).toMatchObject({ credits: 11, slots: 22, cents: 1100, schema: 2 });
  });

  test('leaves alone what it does not change, whoever counts on meanwhile', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    const read = await storedBalance();
    await former.table.commit([inviteSlotWrite(organizationId)]);
    expect(read && (await newer.table.upgrade(read))).toBe(true);
    expect(await storedBalance()).toMatchObject({ pendingInvites: 1, slots: 19, cents: 1000, schema: 2 });
  });

  test('makes nothing of an item that was removed between its read and its write', async () => {
    const { first: former, second: newer } = releases;
    const { id } = await createTeam(former, 'org_1', 'Sales');
    const [read] = await stored('TEAM');
    await former.table.removeAll([keys.team('org_1', id)]);
    // Of one without a version, nothing but its being there tells the two apart.
    const { schema: _, ...unversioned } = { ...read };
    expect(await newer.table.upgrade(unversioned as StoredItem)).toBe(false);
    expect(await stored('TEAM')).toEqual([]);
  });

  test('loses no change of a counter, whichever releases change it meanwhile', async () => {
    const { first: former, second: newer } = releases;
    const ids = await Promise.all(Array.from({ length: 4 }, () => organizationOf(former, 0)));
    let busy = true;
    const change = async (context: DomainContext, organizationId: string) => {
      for (let count = 0; count < 40; count++) await addCredits(context, organizationId, 1);
    };
    const runs = (async () => {
      while (busy) await run(newer);
    })();
    await Promise.all(ids.flatMap((id) => [change(former, id), change(newer, id)]));
    busy = false;
    await runs;
    // What the newer release has added it would have added in cents, too; so the former one has the last word.
    for (const id of ids) await addCredits(former, id, 1);
    expect(await run(newer)).toMatchObject({ upgraded: 4, left: 0 });
    for (const balance of await stored('BALANCE')) {
      expect(balance).toMatchObject({ credits: 81, slots: 162, cents: 8100, schema: 2 });
    }
  });

  test('may be killed anywhere, and goes on', async () => {
    const { first: former, second: newer } = releases;
    for (let count = 0; count < 60; count++) await createTeam(former, 'org_1', `Team ${count}`);
    const upgraded = async () => (await stored('TEAM')).filter(({ schema }) => schema === 2).length;
    const child = fork(new URL('migrating-process.ts', import.meta.url), [bare.endpoint]);
    while ((await upgraded()) < 5) await alive(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const done = await upgraded();
    expect(done).toBeLessThan(60);
    expect(await run(newer)).toMatchObject({ upgraded: 60 - done, left: 0 });
    expect(await upgraded()).toBe(60);
  });

  test('says where another one can go on when the table fails, which then does', async () => {
    const { first: former, second: newer } = releases;
    // One partition lies in one part, so there are many.
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
    const { upgraded, seen } = await run(newer, { fromPart: Number(part) });
    expect([upgraded + before, seen < 80]).toEqual([40, true]);
  });

  test('reads and writes no more items a second than it may', async () => {
    const { first: former, second: newer } = releases;
    for (let count = 0; count < 20; count++) await createTeam(former, 'org_1', `Team ${count}`);
    let time = 0;
    const context = { ...newer, clock: { now: () => time } };
    const lines: string[] = [];
    const options = { dryRun: false, fromPart: 0, rate: 2, report: (line: string) => lines.push(line) };
    await migrateTable(context, options, async (milliseconds) => {
      time += milliseconds;
    });
    // 20 teams and 20 names are read, 20 teams are written; the last of them nobody waits for.
    expect(time).toBeGreaterThan((60 / 2 - 6) * SECOND);
    expect(time).toBeLessThanOrEqual((60 / 2) * SECOND);
    expect(lines[0]).toMatch(/^Part \d+ of 100: \d+ items seen, \d+ upgraded\.$/);
  });
});

describe('a release that is taken back', () => {
  test('leaves items that the former one serves, and changes; coming again, the newer one takes them on', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    const { id } = await createTeam(former, organizationId, 'Sales');
    await run(newer);
    const before = await stored();
    const newerItems = before.filter(({ schema }) => schema === 2).length;
    expect(await run(former)).toMatchObject({ upgraded: 0, left: 0, newer: newerItems });
    expect(await stored()).toEqual(before);
    const language = update(
      keys.team(organizationId, id),
      { set: { language: 'de' } },
      { condition: equals('name', 'Sales'), onConditionFailed: () => new Error('Somebody was faster.') },
    );
    await newer.table.commit([language]);

    expect(await readBalance(former, organizationId)).toMatchObject({ credits: 10, schema: 2 });
    await addCredits(former, organizationId, 2);
    await renameTeam(former, organizationId, id, 'Support');
    expect(await listTeams(former, organizationId)).toEqual([{ id, name: 'Support' }]);
    expect(await storedBalance()).toMatchObject({ credits: 12, cents: 1000, schema: 1 });

    expect(await newer.table.get(keys.balance(organizationId))).toMatchObject({ cents: 1200 });
    expect(await run(newer)).toMatchObject({ upgraded: 2, left: 0 });
    expect(await storedBalance()).toMatchObject({ credits: 12, cents: 1200, schema: 2 });
    expect(await stored('TEAM')).toMatchObject([{ name: 'Support', language: 'de', schema: 2 }]);
  });
});

test('every item that is written says what it is and in which version', async () => {
  const organizationId = await organizationOf(releases.second);
  await addCredits(releases.second, organizationId, 1);
  for (const { entity, schema } of await stored()) expect(schema).toBe(second.versionOf(entity));
  expect((await stored('BALANCE'))[0]?.schema).toBe(2);
});

test('the operator’s command looks through the table, and is content when nothing is left', async () => {
  await organizationOf(releases.first);
  const operator = { context: { ...releases.first }, images: undefined as never };
  const migrate = COMMANDS.migrate;
  expect(await migrate?.run(operator, ['--dry-run'])).toEqual({
    output: { seen: (await stored()).length, upgraded: 0, left: 0, newer: 0 },
    failed: false,
  });
  const newer = { ...operator, context: releases.second };
  expect(await migrate?.run(newer, ['--dry-run'])).toMatchObject({ output: { left: 1 }, failed: true });
  expect(await migrate?.run(newer, ['--rate', '100000'])).toMatchObject({
    output: { upgraded: 1 },
    failed: false,
  });
  expect(() => migrate?.run(newer, ['--rate', '0'])).toThrow('must be at least 1');
  expect(() => migrate?.run(newer, ['--from-part', '100'])).toThrow('must be less than 100');
});

class Seen extends Error {
  readonly item: unknown;

  constructor(item: unknown) {
    super('It is there.');
    this.item = item;
  }
}

async function alive(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error('The run ended before it was killed.');
  await new Promise((resolve) => setTimeout(resolve, 10));
}
