import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeChange,
  encodeChange,
  type FilterKey,
  keyAfter,
  type ListChange,
  type ListFilter,
  listChange,
  TornRead,
} from '../../../shared/lists/change.ts';
import { foldLists } from '../../../shared/lists/fold-lists.ts';
import {
  encodePositions,
  encodeSegment,
  SEGMENT_MAX,
  type StoredPositions,
} from '../../../shared/lists/segment.ts';
import { readLog } from '../../../shared/lists/store.ts';
import { listedWrites } from '../../../shared/lists/writes.ts';
import { ulid } from '../../../shared/platform/id.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { put, remove, update } from '../../../shared/table/transaction.ts';
import { ListWorld, positionAt, WatchedTable } from '../../support/lists-world.ts';
import { amount } from '../../support/sample.ts';

const ALL = { from: 1 };
const FIRST_PAGE = { limit: 5, offset: 0 };
const filterKeys = fc.record(
  { class: fc.nat(7), teamId: fc.constantFrom('team_a', 'team_b', 'team_c') },
  { requiredKeys: ['class'] },
);
const expiredBefore = (time: number) => ({ before: positionAt(time, 0), from: 1, to: 2 });
const FILTERS: ListFilter[] = [
  {},
  { classes: new Set([1]) },
  { teamId: 'team_b' },
  { classes: new Set([2, 3]), teamId: 'team_a' },
  // Entries of class 1 that are as old as these have expired to class 2.
  { classes: new Set([1]), expiry: expiredBefore(100_300) },
  { classes: new Set([2, 5]), teamId: 'team_a', expiry: expiredBefore(50_000) },
  { classes: new Set([2]), expiry: expiredBefore(100_100) },
];

test('a change of a list is read from the log as it was written', () => {
  const changed = fc.option(filterKeys, { nil: undefined });
  fc.assert(
    fc.property(changed, changed, fc.constantFrom(undefined, 'LINK'), (from, to, link) => {
      for (const change of listChange('invite', `inv_${positionAt(1, 1)}`, from, to)) {
        const linked = { ...change, ...(link !== undefined && { link }) };
        expect(decodeChange(encodeChange(linked))).toEqual(linked);
      }
    }),
  );
  const key = { class: 1, teamId: 'team_a' };
  expect(listChange('model', 'mdl_1', key, { ...key })).toEqual([]);
});

test('the changes of an entry lead to the same key in any order, and a missing one is noticed', () => {
  const change = (from?: FilterKey, to?: FilterKey): ListChange => ({
    kind: 'model',
    position: 'P',
    from,
    to,
  });
  const histories = fc.array(fc.option(filterKeys, { nil: undefined }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), (states, random) => {
      const changes = states
        .slice(1)
        .map((to, place) => ({ order: random.next().value, from: states[place], to }));
      const shuffled = changes.toSorted((one, other) => one.order - other.order);
      expect(
        keyAfter(
          states[0],
          shuffled.map(({ from, to }) => change(from, to)),
        ),
      ).toEqual(states.at(-1));
    }),
  );
  const [one, two, three] = [{ class: 1 }, { class: 2 }, { class: 3 }];
  expect(() => keyAfter(one, [change(two, three)])).toThrow(TornRead);
  expect(() => keyAfter(undefined, [change(one, undefined)])).toThrow(TornRead);
});

const action = fc.record({
  kind: fc.constantFrom('create', 'create early', 'update', 'update', 'remove', 'fold', 'interrupt'),
  count: fc.integer({ min: 1, max: 300 }),
  chosen: fc.nat(100_000),
  key: filterKeys,
});
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

async function perform(world: ListWorld, { kind, count, chosen, key }: Action): Promise<void> {
  const { ids } = world;
  const some = ids.slice(chosen % Math.max(1, ids.length)).slice(0, count);
  if (kind === 'create') await world.create(count, key);
  if (kind === 'create early') await world.create(count, key, true);
  if (kind === 'update') for (const id of some.slice(0, 40)) await world.update(id, key);
  if (kind === 'remove') for (const id of some) await world.remove(id);
  if (kind === 'fold') await foldLists(world.table, world.partition, ALL);
  if (kind === 'interrupt') await interruptedFold(world);
}

/** A fold by a function that ends after its transaction. */
async function interruptedFold(world: ListWorld): Promise<void> {
  const table = new WatchedTable(world.table);
  table.act = async (of) => {
    if (of === 'REMOVE') throw new Error('The function has ended.');
  };
  await foldLists(table, world.partition, ALL).catch((error: Error) => {
    if (error.message !== 'The function has ended.') throw error;
  });
}

/** Actions that split segments for certain, empty some, and put entries before the first. */
const SPLITTING: readonly Action[] = [
  { kind: 'create', count: 300, chosen: 0, key: { class: 1, teamId: 'team_a' } },
  { kind: 'create', count: 300, chosen: 0, key: { class: 2 } },
  { kind: 'fold', count: 1, chosen: 0, key: { class: 0 } },
  { kind: 'remove', count: 260, chosen: 340, key: { class: 0 } },
  { kind: 'fold', count: 1, chosen: 0, key: { class: 0 } },
  { kind: 'create early', count: 300, chosen: 0, key: { class: 1, teamId: 'team_b' } },
  { kind: 'interrupt', count: 1, chosen: 0, key: { class: 0 } },
  { kind: 'update', count: 40, chosen: 200, key: { class: 3, teamId: 'team_a' } },
  { kind: 'fold', count: 1, chosen: 0, key: { class: 0 } },
  { kind: 'create early', count: 300, chosen: 0, key: { class: 2 } },
  { kind: 'fold', count: 1, chosen: 0, key: { class: 0 } },
];

test('every page, total and filter equals a recount after any sequence of writes, folds and interrupted folds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 15 }), async (actions) => {
      const world = new ListWorld();
      for (const each of actions) {
        await perform(world, each);
        for (const filter of FILTERS) {
          for (const offset of [0, 7, Math.floor(world.plain.size / 2), world.plain.size]) {
            const page = { limit: offset === 0 ? 10_000 : 5, offset };
            expect(await world.read(filter, page)).toEqual(world.expected(filter, page));
          }
        }
      }
    }),
    { numRuns: amount(40, 8), examples: [[[...SPLITTING]]] },
  );
});

test('a page that is read while others write and fold equals a recount at one moment of the read', async () => {
  const reads = fc.array(fc.array(action, { minLength: 12, maxLength: 12 }), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(reads, async (sequences) => {
      const world = new ListWorld();
      await world.create(100, { class: 1, teamId: 'team_a' });
      for (const [number, actions] of sequences.entries()) {
        const filter = FILTERS[number] ?? {};
        const page = { limit: 10, offset: number };
        const moments = [world.expected(filter, page)];
        const table = new WatchedTable(world.table);
        let busy = Promise.resolve();
        table.act = () => {
          const next = actions.shift();
          busy = busy.then(async () => {
            if (next) await perform(world, { ...next, count: 1 });
            moments.push(world.expected(filter, page));
          });
          return busy;
        };
        expect(moments).toContainEqual(await world.read(filter, page, table));
      }
    }),
    { numRuns: amount(60, 15) },
  );
});

/** Two segments, and the removal of the oldest entry in the log, so that it changes the total of the first page only. */
async function worldWithRemoval(): Promise<ListWorld> {
  const world = new ListWorld();
  await world.create(400, { class: 1 });
  await foldLists(world.table, world.partition, ALL);
  await world.remove(world.ids.at(-1));
  return world;
}

async function expectFirstPage(world: ListWorld, table = world.table): Promise<void> {
  expect(await world.read({}, FIRST_PAGE, table)).toEqual(world.expected({}, FIRST_PAGE));
}

test('a fold between the read of the segments and that of the log makes a page start over', async () => {
  const world = await worldWithRemoval();
  const table = new WatchedTable(world.table);
  const segmentsRead = new Promise<void>((resolve) => {
    table.act = async (of, isAfter) => {
      if (of === 'LOG' && !isAfter) await segmentsRead;
      if (of.startsWith('KEYS') && isAfter) {
        await foldLists(world.table, world.partition, ALL);
        resolve();
      }
    };
  });
  await expectFirstPage(world, table);
  expect(table.reads).toBeGreaterThan(4);
});

test('a fold during the query of the log makes a page start over', async () => {
  const world = await worldWithRemoval();
  class SlowQuery extends WatchedTable {
    override async all<Found>(...query: Parameters<WatchedTable['all']>): Promise<Found[]> {
      const found = await super.all<Found>(...query);
      if (query[0].prefix !== 'LOG') return found;
      // The query has returned the state of the log when the fold deletes the entries that come after it.
      await foldLists(world.table, world.partition, ALL);
      const [, ...entries] = await super.all<Found>(...query);
      return [...found.slice(0, 1), ...entries];
    }
  }
  await expectFirstPage(world, new SlowQuery(world.table));
});

test('segments of a fold whose state is not visible yet make a page start over', async () => {
  const world = await worldWithRemoval();
  const table = new WatchedTable(world.table);
  const folding = new WatchedTable(world.table);
  folding.commit = async ([state, ...segments]) => {
    await world.table.commit(segments);
    let tries = 0;
    table.act = async (of) => {
      tries += Number(of === 'LOG');
      if (state && tries === 4) await world.table.commit([state]);
    };
    await expectFirstPage(world, table);
  };
  await foldLists(folding, world.partition, ALL);
});

test('a read that lags behind the last fold is made again, consistently', async () => {
  const world = await worldWithRemoval();
  const collection = collections.listSegments(world.partition, 'model');
  const [lagging] = await Promise.all([world.table.all(collection)]);
  await foldLists(world.table, world.partition, ALL);
  class Lagging extends WatchedTable {
    override async all<Found>(...query: Parameters<WatchedTable['all']>): Promise<Found[]> {
      const lags = query[0].mayLag && !query[1]?.consistent;
      return lags ? (lagging as Found[]) : super.all<Found>(...query);
    }
  }
  await expectFirstPage(world, new Lagging(world.table));
});

test('positions that lag behind their filter keys are read again, consistently', async () => {
  const world = await worldWithRemoval();
  const newest = world.ids[0]?.slice(-26) ?? '';
  const segments = await world.table.all<{ SK: string }>(collections.listSegments(world.partition, 'model'));
  const first = segments.at(-1)?.SK.split('#')[2] ?? newest;
  const [former] = await world.table.getMany<StoredPositions>([
    keys.listPositions(world.partition, 'model', first),
  ]);
  await world.create(1, { class: 1 });
  await foldLists(world.table, world.partition, ALL);
  const table = new WatchedTable(world.table);
  const getMany = table.getMany.bind(table);
  table.getMany = async (wanted, consistent = true) =>
    consistent ? getMany(wanted) : wanted.map(() => former as never);
  await expectFirstPage(world, table);
});

test('a fold that was interrupted leaves entries that are counted once, also after the next fold', async () => {
  const world = await worldWithRemoval();
  await interruptedFold(world);
  await expectFirstPage(world);
  await world.update(world.ids[7], { class: 2 });
  await foldLists(world.table, world.partition, ALL);
  await expectFirstPage(world);
  expect(await readLog(world.table, world.partition)).toMatchObject({ entries: [], left: [] });
});

test('a fold that another one has overtaken starts over', async () => {
  const world = await worldWithRemoval();
  const table = new WatchedTable(world.table);
  let commits = 0;
  table.act = async (of) => {
    if (of !== 'COMMIT' || commits++ > 0) return;
    await world.create(16, { class: 1 });
    await foldLists(world.table, world.partition, ALL);
  };
  await foldLists(table, world.partition, ALL);
  await expectFirstPage(world);
});

test('a log of fewer than 64 entries is not folded', async () => {
  const world = new ListWorld();
  await world.create(63, { class: 1 });
  expect(await foldLists(world.table, world.partition)).toBe(0);
  await world.create(1, { class: 1 });
  expect(await foldLists(world.table, world.partition)).toBe(64);
});

test('a log that grew long while nothing folded it, as in an outage of the stream, is folded in parts', async () => {
  const world = new ListWorld();
  await world.create(300, { class: 0 });
  for (const next of [1, 2, 3]) for (const id of world.ids) await world.update(id, { class: next });
  expect(await foldLists(world.table, world.partition, ALL)).toBe(1200);
  expect((await readLog(world.table, world.partition)).entries).toEqual([]);
  await expectFirstPage(world);
});

test('a part of the log whose last entry continues one that a slower clock has put behind it is folded with fewer entries', async () => {
  const world = new ListWorld();
  const write = (order: number, number: number, from: FilterKey | undefined, to: FilterKey) => {
    const changes = listChange('model', `mdl_${positionAt(number, number)}`, from, to).map(encodeChange);
    const entry = keys.listLogEntry(world.partition, String(order).padStart(6, '0'));
    return world.table.write(put({ ...entry, changes }));
  };
  for (let entry = 0; entry < 249; entry++) await write(entry, entry, undefined, { class: 0 });
  await write(249, 900, { class: 0 }, { class: 1 });
  await write(250, 900, undefined, { class: 0 });
  expect(await foldLists(world.table, world.partition, ALL)).toBe(251);
  expect((await world.read({ classes: new Set([1]) }, FIRST_PAGE)).total).toBe(1);
});

test('entries that are added in order fill segments, and removals write no positions until half of a segment is removed', async () => {
  const world = new ListWorld();
  for (let each = 0; each < 10; each++) {
    await world.create(100, { class: 0 });
    await foldLists(world.table, world.partition, ALL);
  }
  expect(await world.table.all(collections.listSegments(world.partition, 'model'))).toHaveLength(
    1000 / SEGMENT_MAX,
  );
  const table = new WatchedTable(world.table);
  let written: string[] = [];
  table.commit = async (writes) => {
    written = writes.flatMap((write) => (write.kind === 'Put' ? write.item.SK.split('#').slice(0, 1) : []));
    return world.table.commit(writes);
  };
  const { ids } = world;
  for (const id of ids.slice(0, SEGMENT_MAX / 2)) await world.remove(id);
  await foldLists(table, world.partition, ALL);
  expect(written).toEqual(['LOG', 'KEYS']);
  await world.remove(ids[SEGMENT_MAX / 2]);
  await foldLists(table, world.partition, ALL);
  expect(written).toEqual(['LOG', 'KEYS', 'POSITIONS']);
});

test('the filter keys of a segment fit a third of a read unit, and its positions one, whatever they are', () => {
  const teams = Array.from({ length: 300 }, (_, number) => `team_${number}`);
  let now = 1_700_000_000_000;
  const slots = Array.from({ length: SEGMENT_MAX }, (_, place) => {
    now += (place % 7) * 3_600_000;
    return { position: ulid({ now: () => now }, systemRandomness) };
  });
  const segment = { first: '', version: 1, positionsVersion: 1 };
  const entries = slots.map((_, place) => ({ class: (place * 5) % 8, teamId: teams[(place * 7919) % 300] }));
  const rest = 150;
  expect(encodeSegment({ ...segment, keys: entries }, teams).bytes.length + rest).toBeLessThan(1024);
  expect(encodePositions(slots, 1).bytes.length + rest).toBeLessThan(4096);
});

test('a list with an index takes three round trips, a short one takes one when it was short before', async () => {
  const world = new ListWorld();
  const table = new WatchedTable(world.table);
  await world.create(16, { class: 1 });
  const readsOf = async (work: () => Promise<unknown>) => {
    table.reads = 0;
    await work();
    return table.reads;
  };
  await world.list(table, {}, FIRST_PAGE);
  expect(await readsOf(() => world.list(table, {}, FIRST_PAGE))).toBe(1);
  await world.create(300, { class: 1, teamId: 'team_a' });
  await world.create(200, { class: 2 });
  await foldLists(world.table, world.partition, ALL);
  for (let each = 0; each < 2; each++) await world.list(table, {}, FIRST_PAGE);
  for (const filter of FILTERS) {
    for (const offset of [0, 100, 400]) {
      const page = { limit: 50, offset };
      const { items, pagination } = await world.list(table, filter, page);
      const { ids, total } = world.expected(filter, page);
      expect(items.map(({ id }) => id)).toEqual(ids);
      expect(pagination).toEqual({ ...page, total, hasMore: total > offset + 50 });
      // The log and the filter keys, the version and the positions, and the items of two segments.
      expect(await readsOf(() => world.list(table, filter, page))).toBeLessThanOrEqual(6);
    }
  }
});

test('a page of what has expired reads the positions of its own segment and of that at the border', async () => {
  const world = new ListWorld();
  await world.create(1000, { class: 1 });
  await foldLists(world.table, world.partition, ALL);
  const filter = { classes: new Set([2]), expiry: expiredBefore(100_600) };
  const table = new WatchedTable(world.table);
  const getMany = table.getMany.bind(table);
  let read = 0;
  table.getMany = (wanted, ...rest) => {
    read += wanted.filter(({ SK }) => SK.startsWith('POSITIONS')).length;
    return getMany(wanted, ...rest);
  };
  const page = { limit: 5, offset: 120 };
  expect(await world.read(filter, page, table)).toEqual(world.expected(filter, page));
  expect(read).toBe(2);
});

test('an item that no longer matches the filter when it is read is left out', async () => {
  const world = new ListWorld();
  await world.create(200, { class: 0 });
  const { ids } = world;
  const table = new WatchedTable(world.table);
  table.act = async (of) => {
    if (of === 'MODEL#') await world.update(ids[1], { class: 2 });
  };
  const { items, pagination } = await world.list(table, { classes: new Set([0]) }, { limit: 3, offset: 0 });
  expect(items.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect(pagination).toMatchObject({ total: 200, hasMore: true });
});

test('writes of listed items come with one entry of the log for 16 changes', () => {
  const write = (number: number) => ({
    write: update(keys.model('org_1', 'mdl_1'), { set: { uploadCount: number } }),
    partition: 'ORG#org_1',
    changes: listChange('model', `mdl_${number}`, { class: 0 }, { class: 1 }),
  });
  const sources = { clock: { now: () => 0 }, randomness: systemRandomness };
  const transaction = listedWrites(sources, ...Array.from({ length: 17 }, (_, number) => write(number)));
  expect(transaction).toHaveLength(19);
  const entries = transaction.flatMap((each) => (each.kind === 'Put' ? [each.item] : []));
  expect(entries.map(({ changes }) => (changes as string[]).length)).toEqual([16, 1]);
  const folds = Array.from({ length: 1000 }, () => listedWrites(sources, write(1))).filter(
    ([, entry]) => entry?.kind === 'Put' && entry.item.folds === 'yes',
  );
  expect(folds.length).toBeGreaterThan(0);
  expect(folds.length).toBeLessThan(100);
});

test('the types refuse writes that change a list and do not tell it', () => {
  const [model, member] = [keys.model('org_1', 'mdl_1'), keys.member('org_1', 'mem_1')];
  // @ts-expect-error a model is added to the list of models
  put({ ...model });
  // @ts-expect-error a member leaves the list of members
  remove(member);
  // @ts-expect-error the list of models is filtered by the status
  update(model, { set: { status: 'active' } });
  // @ts-expect-error the list of members is filtered by the team
  update(member, { remove: ['teamId'] });
  update(model, { set: { uploadCount: 1 }, remove: ['queued'] });
});
