import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ulidTime } from '../../../shared/platform/id.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { equals } from '../../../shared/table/condition.ts';
import { collections, type Key, keys } from '../../../shared/table/keys.ts';
import {
  type FilterKey,
  type ListFilter,
  listChange,
  matches,
} from '../../../shared/table/list-index/change.ts';
import { foldLists } from '../../../shared/table/list-index/fold-log.ts';
import { listPage } from '../../../shared/table/list-index/list.ts';
import { listed } from '../../../shared/table/list-index/log.ts';
import { readListPage, readLog } from '../../../shared/table/list-index/store.ts';
import { Table } from '../../../shared/table/table.ts';
import { put, remove, update } from '../../../shared/table/transaction.ts';
import type { BareTable } from '../../support/bare-table.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { amount } from '../../support/sample.ts';

let bare: BareTable;
beforeAll(async () => {
  bare = await freshTable(systemRandomness);
});
afterAll(() => bare.stop());

interface Item {
  id: string;
  class: number;
  teamId?: string;
}

const FILTERS: ListFilter[] = [
  {},
  { classes: new Set([1]) },
  { teamId: 'team_a' },
  { classes: new Set([0, 1]), teamId: 'team_b' },
];
const TEAMS = [undefined, 'team_a', 'team_b'];
let organizations = 0;

/** The list of an organization, and what it should be. Its items are written by the rules' own means. */
class World {
  readonly organizationId = `org_${organizations++}`;
  readonly plain = new Map<string, FilterKey>();
  #created = 0;

  get partition(): string {
    return collections.models(this.organizationId).PK;
  }

  async create(count: number, chosen: number): Promise<void> {
    const ids = Array.from({ length: count }, () => {
      this.#created += 1;
      // One in eight has an earlier time than entries that may be folded already.
      const time = this.#created % 8 === 0 ? 1_000_000 - this.#created : 1_000_000 + this.#created;
      return `mdl_${ulidTime(time)}${String(this.#created).padStart(16, '0')}`;
    });
    const key = keyNumber(chosen);
    await bare.table.commit(
      ids.map((id) => listed(put({ ...this.#key(id), id, ...key }), listChange('model', id, undefined, key))),
    );
    for (const id of ids) this.plain.set(id, key);
  }

  async change(chosen: number): Promise<void> {
    const [id, from] = this.#pick(chosen);
    if (!id || !from) return;
    const to = keyNumber(chosen >> 4);
    const guard = {
      condition: equals('class', from.class),
      onConditionFailed: () => new Error('It has changed.'),
    };
    const write = update(
      this.#key(id),
      { set: { class: to.class, teamId: to.teamId }, ...(!to.teamId && { remove: ['teamId'] }) },
      guard,
    );
    await bare.table.commit([listed(write, listChange('model', id, from, to))]);
    this.plain.set(id, to);
  }

  async remove(chosen: number): Promise<void> {
    const [id, from] = this.#pick(chosen);
    if (!id) return;
    await bare.table.commit([listed(remove(this.#key(id)), listChange('model', id, from, undefined))]);
    this.plain.delete(id);
  }

  /** The expected page at this moment. */
  expected(filter: ListFilter, { limit, offset }: { limit: number; offset: number }) {
    const ids = [...this.plain].filter(([, key]) => matches(filter, key)).map(([id]) => id);
    return {
      total: ids.length,
      ids: ids
        .toSorted()
        .reverse()
        .slice(offset, offset + limit),
    };
  }

  async expectPages(): Promise<void> {
    for (const filter of FILTERS) {
      for (const offset of [3, 260]) {
        const page = { limit: 20, offset };
        expect(await this.read(bare.table, filter, page)).toEqual(this.expected(filter, page));
      }
    }
  }

  async read(table: Table, filter: ListFilter, page: { limit: number; offset: number }) {
    const { total, runs } = await readListPage(table, this.partition, 'model', filter, page);
    return { total, ids: runs.flatMap(({ positions }) => positions.map((position) => `mdl_${position}`)) };
  }

  list(table: Table, filter: ListFilter, page: { limit: number; offset: number }) {
    const list = {
      kind: 'model' as const,
      collection: collections.models(this.organizationId),
      keyOf: (position: string) => this.#key(`mdl_${position}`),
    };
    return listPage<Item>(table, list, filter, page, (item) => matches(filter, item));
  }

  #pick(chosen: number): [string, FilterKey] | [] {
    return [...this.plain][chosen % Math.max(1, this.plain.size)] ?? [];
  }

  #key(id: string): Key {
    return keys.model(this.organizationId, id);
  }
}

function keyNumber(chosen: number): FilterKey {
  const teamId = TEAMS[(chosen >> 2) % TEAMS.length];
  return { class: chosen % 3, ...(teamId !== undefined && { teamId }) };
}

/** A function that ends after the transaction of its fold. */
class EndingTable extends Table {
  override async removeAll(found: readonly Key[]): Promise<void> {
    if (found.length > 0) throw new Error('The function has ended.');
  }
}

async function interruptedFold(partition: string): Promise<void> {
  const table = new EndingTable(bare.client, bare.table.name, systemRandomness);
  await foldLists(table, partition, { from: 1 }).catch((error: Error) => {
    if (error.message !== 'The function has ended.') throw error;
  });
}

/** Lets other processes act before each read, and between the items of a query and its answer. */
class WatchedTable extends Table {
  act: () => Promise<void> = async () => {};

  override async getMany<Found>(wanted: readonly Key[]): Promise<(Found | undefined)[]> {
    await this.act();
    return super.getMany<Found>(wanted);
  }

  override async all<Found>(...query: Parameters<Table['all']>): Promise<Found[]> {
    await this.act();
    const found = await super.all<Found>(...query);
    await this.act();
    return found;
  }
}

const action = fc.record({
  kind: fc.constantFrom(
    'create',
    'change',
    'change',
    'change',
    'remove',
    'fold',
    'fold',
    'interrupt',
    'none',
  ),
  chosen: fc.nat(100_000),
});
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

async function perform(world: World, { kind, chosen }: Action): Promise<void> {
  if (kind === 'create') await world.create(1 + (chosen % 16), chosen);
  if (kind === 'change') await world.change(chosen);
  if (kind === 'remove') await world.remove(chosen);
  if (kind === 'fold') await foldLists(bare.table, world.partition, { from: 1 });
  if (kind === 'interrupt') await interruptedFold(world.partition);
}

test('every page equals a recount after any sequence of writes, folds and interrupted folds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 20 }), async (actions) => {
      const world = new World();
      for (let each = 0; each < 18; each++) await world.create(16, each);
      for (const each of actions) {
        await perform(world, each);
        await world.expectPages();
      }
    }),
    { numRuns: amount(2, 1) },
  );
});

test('a page that is read while others write and fold equals a recount at one moment of the read', async () => {
  const reads = fc.array(fc.array(action, { minLength: 12, maxLength: 12 }), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(reads, async (sequences) => {
      const world = new World();
      for (let each = 0; each < 6; each++) await world.create(16, each);
      for (const [number, actions] of sequences.entries()) {
        const filter = FILTERS[number % FILTERS.length] ?? {};
        const page = { limit: 10, offset: number };
        const moments = [world.expected(filter, page)];
        const table = new WatchedTable(bare.client, bare.table.name, systemRandomness);
        let busy = Promise.resolve();
        table.act = () => {
          const next = actions.shift();
          busy = busy.then(async () => {
            if (next) await perform(world, next);
            moments.push(world.expected(filter, page));
          });
          return busy;
        };
        const found = await world.read(table, filter, page);
        expect(moments).toContainEqual(found);
      }
    }),
    { numRuns: amount(8, 2) },
  );
});

/** Two segments, and the removal of the oldest entry in the log, so that it changes the total of the first page only. */
async function worldWithRemoval(): Promise<World> {
  const world = new World();
  for (let each = 0; each < 25; each++) await world.create(16, each);
  await foldLists(bare.table, world.partition, { from: 1 });
  await world.remove([...world.plain.keys()].indexOf([...world.plain.keys()].toSorted()[0] ?? ''));
  return world;
}

const FIRST_PAGE = { limit: 5, offset: 0 };

test('a fold between the read of the counts and that of the log makes a page start over', async () => {
  const world = await worldWithRemoval();
  let counted: () => void = () => {};
  const counts = new Promise<void>((resolve) => {
    counted = resolve;
  });
  class LateLog extends Table {
    override async getMany<Found>(wanted: readonly Key[]): Promise<(Found | undefined)[]> {
      const found = await super.getMany<Found>(wanted);
      counted();
      return found;
    }

    override async all<Found>(...query: Parameters<Table['all']>): Promise<Found[]> {
      await counts;
      await foldLists(bare.table, world.partition, { from: 1 });
      return super.all<Found>(...query);
    }
  }
  const table = new LateLog(bare.client, bare.table.name, systemRandomness);
  expect(await world.read(table, {}, FIRST_PAGE)).toEqual(world.expected({}, FIRST_PAGE));
});

test('a fold during the query of the log makes a page start over', async () => {
  const world = await worldWithRemoval();
  class SlowQuery extends Table {
    override async all<Found>(...query: Parameters<Table['all']>): Promise<Found[]> {
      // The query has returned the state of the log when the fold deletes the entries that come after it.
      const [state] = await super.all<Found>(...query);
      await foldLists(bare.table, world.partition, { from: 1 });
      const [, ...entries] = await super.all<Found>(...query);
      return state === undefined ? entries : [state, ...entries];
    }
  }
  const table = new SlowQuery(bare.client, bare.table.name, systemRandomness);
  expect(await world.read(table, {}, FIRST_PAGE)).toEqual(world.expected({}, FIRST_PAGE));
});

test('a fold that was interrupted leaves entries that are counted once, also after the next fold', async () => {
  const world = await worldWithRemoval();
  await interruptedFold(world.partition);
  expect(await world.read(bare.table, {}, FIRST_PAGE)).toEqual(world.expected({}, FIRST_PAGE));
  await world.change(7);
  await foldLists(bare.table, world.partition, { from: 1 });
  expect(await world.read(bare.table, {}, FIRST_PAGE)).toEqual(world.expected({}, FIRST_PAGE));
  expect((await readLog(bare.table, world.partition)).entries).toEqual([]);
});

test('a fold that another one has overtaken starts over', async () => {
  const world = await worldWithRemoval();
  class LateCommit extends Table {
    #late = false;

    override async commit(...transaction: Parameters<Table['commit']>): Promise<void> {
      if (!this.#late) {
        this.#late = true;
        await world.create(16, 1);
        await foldLists(bare.table, world.partition, { from: 1 });
      }
      return super.commit(...transaction);
    }
  }
  await foldLists(new LateCommit(bare.client, bare.table.name, systemRandomness), world.partition, {
    from: 1,
  });
  expect(await world.read(bare.table, {}, FIRST_PAGE)).toEqual(world.expected({}, FIRST_PAGE));
});

test('folds at the same time count nothing twice, and delete only what is folded', async () => {
  const world = new World();
  for (let each = 0; each < 20; each++) await world.create(16, each);
  const folds = Array.from({ length: 4 }, () => foldLists(bare.table, world.partition, { from: 1 }));
  await Promise.all([...folds, world.change(5), world.change(300)]);
  await world.expectPages();
  await foldLists(bare.table, world.partition, { from: 1 });
  expect((await readLog(bare.table, world.partition)).entries).toEqual([]);
  await world.expectPages();
});

test('a log of fewer than 64 entries is not folded', async () => {
  const world = new World();
  for (let each = 0; each < 63; each++) await world.create(1, each);
  expect(await foldLists(bare.table, world.partition)).toBe(0);
  await world.create(1, 1);
  expect(await foldLists(bare.table, world.partition)).toBe(64);
});

test('a list with an index takes three round trips, a short one takes one when it was short before', async () => {
  const world = new World();
  const table = new CountingTable(bare.client, bare.table.name, systemRandomness);
  await world.create(16, 1);
  await world.list(table, {}, { limit: 10, offset: 0 });
  table.calls = 0;
  await world.list(table, {}, { limit: 10, offset: 0 });
  expect(table.calls).toBe(1);
  for (let each = 0; each < 30; each++) await world.create(16, each);
  await foldLists(bare.table, world.partition, { from: 1 });
  for (let each = 0; each < 2; each++) await world.list(table, {}, { limit: 10, offset: 0 });
  for (const filter of FILTERS) {
    for (const offset of [0, 100, 400]) {
      table.calls = 0;
      const { items, pagination } = await world.list(table, filter, { limit: 50, offset });
      const expected = world.expected(filter, { limit: 50, offset });
      expect(items.map(({ id }) => id)).toEqual(expected.ids);
      expect(pagination).toEqual({
        total: expected.total,
        limit: 50,
        offset,
        hasMore: expected.total > offset + 50,
      });
      // The log and the counts, the segments, and the items of two segments.
      expect(table.calls).toBeLessThanOrEqual(6);
    }
  }
});

class CountingTable extends Table {
  calls = 0;

  override getMany<Found>(wanted: readonly Key[]): Promise<(Found | undefined)[]> {
    if (wanted.length > 0) this.calls += 1;
    return super.getMany<Found>(wanted);
  }

  override async *query<Found>(...query: Parameters<Table['query']>): AsyncGenerator<Found> {
    this.calls += 1;
    yield* super.query<Found>(...query);
  }
}

test('an item that no longer matches the filter when it is read is left out', async () => {
  const world = new World();
  for (let each = 0; each < 12; each++) await world.create(16, 0);
  await foldLists(bare.table, world.partition, { from: 1 });
  const before = world.expected({ classes: new Set([0]) }, { limit: 3, offset: 0 });
  const table = new WatchedTable(bare.client, bare.table.name, systemRandomness);
  let reads = 0;
  table.act = async () => {
    reads += 1;
    // The query of the items, after the log, the counts and the segments.
    if (reads !== 6) return;
    const id = before.ids[1] ?? '';
    await bare.table.commit([
      listed(
        update(keys.model(world.organizationId, id), { set: { class: 2 } }),
        listChange('model', id, { class: 0 }, { class: 2 }),
      ),
    ]);
  };
  const { items, pagination } = await world.list(table, { classes: new Set([0]) }, { limit: 3, offset: 0 });
  expect(items.map(({ id }) => id)).toEqual([before.ids[0], before.ids[2]]);
  expect(pagination).toMatchObject({ total: before.total, hasMore: true });
});

test('a write that may change a list and does not say so is refused', async () => {
  const model = keys.model('org_refused', 'mdl_1');
  await expect(bare.table.commit([update(model, { set: { status: 'active' } })])).rejects.toThrow(
    'A Update of a MODEL may change a list: wrap it in listed().',
  );
  await expect(bare.table.commit([remove(keys.member('org_refused', 'mem_1'))])).rejects.toThrow(
    'wrap it in listed()',
  );
  await bare.table.commit([update(model, { set: { uploadCount: 1 } })]);
});
