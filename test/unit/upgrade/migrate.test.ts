import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Migrated, migrateTable } from '../../../ops/migrate.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { addCredits } from '../../../shared/domain/organization/add-credits.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { type Balance, readBalance } from '../../../shared/domain/organization/credits.ts';
import { createTeam, renameTeam } from '../../../shared/domain/team/change.ts';
import { listTeams } from '../../../shared/domain/team/list.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { Throttled } from '../../../shared/platform/throttling.ts';
import { absent, equals } from '../../../shared/table/condition.ts';
import { collections, type Entity, keys } from '../../../shared/table/keys.ts';
import type { Schema } from '../../../shared/table/schema.ts';
import { Table } from '../../../shared/table/table.ts';
import { put, type StoredItem, update } from '../../../shared/table/transaction.ts';
import { type FreshTable, freshTable } from '../../support/fresh-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';
import { first, second, third } from './versions.ts';

let bare: FreshTable;
/** Three releases of the service that use one table at the same time. */
let releases: Record<'first' | 'second' | 'third', DomainContext>;

beforeEach(async () => {
  bare = freshTable();
  const release = (schema: Schema) =>
    domainContext(
      new Table(bare.client, bare.table.name, systemRandomness, schema),
      systemClock,
      systemRandomness,
      webhookSecretKey,
    );
  releases = { first: release(first), second: release(second), third: release(third) };
});

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

  test('a migration counts what is left while the table is busy, and names the part at which it has stopped', async () => {
    const { first: former, second: newer } = releases;
    await organizationOf(former);
    const upgrade = vi.spyOn(newer.table, 'upgrade').mockRejectedValue(new Throttled('Busy.'));
    expect(await migrate(newer)).toMatchObject({ upgraded: 0, left: 1 });
    upgrade.mockRejectedValue(new Error('Gone.'));
    await expect(migrate(newer)).rejects.toThrow(/in part (\d+): Gone\..*--from-part \1\.$/);
  });

  test('an upgrade is computed again when an attribute it uses changes between its read and its write', async () => {
    const { first: former, second: newer } = releases;
    const organizationId = await organizationOf(former);
    const read = await storedBalance();
    await addCredits(former, organizationId, 1);
    expect(read && (await newer.table.upgrade(read))).toBe(true);
    expect(await storedBalance()).toMatchObject({ credits: 11, slots: 22, cents: 1100, schema: 2 });
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

class Seen extends Error {
  readonly item: unknown;

  constructor(item: unknown) {
    super('The item exists already.');
    this.item = item;
  }
}
