import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FilterKey, type ListFilter, listChange } from '../../../shared/lists/change.ts';
import { foldLists } from '../../../shared/lists/fold-lists.ts';
import { encodePositions, encodeSegment, SEGMENT_MAX } from '../../../shared/lists/segment.ts';
import { readLog } from '../../../shared/lists/store.ts';
import { listedWrites } from '../../../shared/lists/writes.ts';
import { ulid } from '../../../shared/platform/id.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import type { PageRequest } from '../../../shared/table/list.ts';
import type { Table } from '../../../shared/table/table.ts';
import { put, remove, update } from '../../../shared/table/transaction.ts';
import { ListWorld, positionAt, type WatchedTable } from './world.ts';

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
const fold = ({ table, partition }: ListWorld, by: Table = table) => foldLists(by, partition, { from: 1 });
const listed = ({ partition }: ListWorld) => collections.listSegments(partition, 'model');

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
  if (kind.startsWith('create')) await world.create(count, key, kind === 'create early');
  if (kind === 'update') for (const id of some.slice(0, 40)) await world.update(id, key);
  if (kind === 'remove') for (const id of some) await world.remove(id);
  if (kind === 'fold') await fold(world);
  if (kind === 'interrupt') await interruptedFold(world);
}

/** A fold by a function that ends after its transaction. */
async function interruptedFold(world: ListWorld): Promise<void> {
  class Ended extends Error {}
  const table = world.watchedBy(async ({ of }) => {
    if (of === 'REMOVE') throw new Ended();
  });
  await fold(world, table).catch((error) => expect(error).toBeInstanceOf(Ended));
}

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
    { numRuns: 12 },
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
        let busy = Promise.resolve();
        const table = world.watchedBy(() => {
          const next = actions.shift();
          busy = busy.then(async () => {
            if (next) await perform(world, { ...next, count: 1 });
            moments.push(world.expected(filter, page));
          });
          return busy;
        });
        expect(moments).toContainEqual(await world.read(filter, page, table));
      }
    }),
    { numRuns: 15 },
  );
});

/** How others act on the table of a process that reads the first page. The log of `world` can be folded. */
const MEDDLING: Record<string, (world: ListWorld) => Promise<WatchedTable['act']>> = {
  'that meets a fold during the query of the log, whose state was read before': async (world) => {
    return async ({ of, found }) => {
      if (of !== 'LOG' || !found) return found;
      await fold(world);
      const [, ...entries] = await world.table.all(collections.listLog(world.partition));
      return [...found.slice(0, 1), ...entries];
    };
  },
  'that lags behind the last fold': async (world) => {
    const lagging = await world.table.all(listed(world));
    await fold(world);
    return async ({ of, found, isConsistent }) => (of.startsWith('KEYS') && !isConsistent ? lagging : found);
  },
  'whose positions lag behind their filter keys': async (world) => {
    const segments = await world.table.all<{ SK: string }>(listed(world));
    const first = segments.at(-1)?.SK.split('#')[2] ?? '';
    const former = await world.table.getMany([keys.listPositions(world.partition, 'model', first)]);
    // As many entries as before, but others.
    await world.create(1, { class: 1 });
    await world.remove(world.ids[1]);
    await fold(world);
    return async ({ of, found, isConsistent }) =>
      of.startsWith('POSITIONS') && !isConsistent ? former : found;
  },
  'after a fold that another one has overtaken': async (world) => {
    let commits = 0;
    const overtaken = world.watchedBy(async ({ of }) => {
      if (of !== 'COMMIT' || commits++ > 0) return;
      await world.create(16, { class: 1 });
      await fold(world);
    });
    await fold(world, overtaken);
    return async () => undefined;
  },
};
test.each(Object.entries(MEDDLING))('a page %s has every entry once', async (_, meddle) => {
  const world = new ListWorld();
  await world.create(400, { class: 1 });
  await fold(world);
  await world.remove(world.ids.at(-1));
  const table = world.watchedBy(await meddle(world));
  expect(await world.read({}, FIRST_PAGE, table)).toEqual(world.expected({}, FIRST_PAGE));
});

test('a log of fewer than 64 entries is not folded, and one that grew long is folded in parts', async () => {
  const world = new ListWorld();
  await world.create(63, { class: 0 });
  expect(await foldLists(world.table, world.partition)).toBe(0);
  await world.create(237, { class: 0 });
  for (const next of [1, 2, 3]) for (const id of world.ids) await world.update(id, { class: next });
  let parts = 0;
  const table = world.watchedBy(async ({ of }) => {
    parts += Number(of === 'COMMIT');
  });
  expect(await foldLists(table, world.partition)).toBe(1200);
  expect(parts).toBe(5);
  expect(await readLog(world.table, world.partition)).toMatchObject({ entries: [], left: [] });
  expect(await world.read({}, FIRST_PAGE)).toEqual(world.expected({}, FIRST_PAGE));
});

test('a part of the log whose last entry continues one that a slower clock has put behind it is folded with fewer entries', async () => {
  const world = new ListWorld();
  const write = (order: number, number: number, from: FilterKey | undefined, to: FilterKey) => {
    const changes = listChange('model', `mdl_${positionAt(number, number)}`, from, to);
    const entry = keys.listLogEntry(world.partition, String(order).padStart(6, '0'));
    return world.table.write(put({ ...entry, changes }));
  };
  for (let entry = 0; entry < 249; entry++) await write(entry, entry, undefined, { class: 0 });
  await write(249, 900, { class: 0 }, { class: 1 });
  await write(250, 900, undefined, { class: 0 });
  expect(await fold(world)).toBe(251);
  expect((await world.read({ classes: new Set([1]) }, FIRST_PAGE)).total).toBe(1);
});

test('entries that are added in order fill segments, removals write no positions until half of a segment is removed, and an empty one goes', async () => {
  const world = new ListWorld();
  for (let each = 0; each < 10; each++) {
    await world.create(100, { class: 0 });
    await fold(world);
  }
  expect(await world.table.all(listed(world))).toHaveLength(1000 / SEGMENT_MAX);
  const table = world.watchedBy();
  const written: string[] = [];
  table.commit = async (writes) => {
    written.push(writes.flatMap((each) => (each.kind === 'Put' ? each.item.SK.split('#')[0] : [])).join());
    return world.table.commit(writes);
  };
  const oldest = world.ids.toReversed();
  for (const each of [oldest.slice(0, 125), oldest.slice(125, 126), oldest.slice(126, SEGMENT_MAX)]) {
    for (const id of each) await world.remove(id);
    await fold(world, table);
  }
  expect(written).toEqual(['LOG,KEYS', 'LOG,KEYS,POSITIONS', 'LOG']);
  expect(await world.table.all(listed(world))).toHaveLength(3);
  expect(await world.read({}, FIRST_PAGE)).toEqual(world.expected({}, FIRST_PAGE));
});

test('the filter keys of a segment fit a third of a read unit, and its positions one, whatever they are', () => {
  const teams = Array.from({ length: 300 }, (_, number) => `team_${number}`);
  const places = Array.from({ length: SEGMENT_MAX }, (_, place) => place);
  let now = 1_700_000_000_000;
  const slots = places.map((place) => {
    now += (place % 7) * 3_600_000;
    return { position: ulid({ now: () => now }, systemRandomness) };
  });
  const entries = places.map((place) => ({ class: (place * 5) % 8, teamId: teams[(place * 7919) % 300] }));
  const segment = { first: '', version: 1, positionsVersion: 1, keys: entries };
  const rest = 150;
  expect(encodeSegment(segment, teams).bytes.length + rest).toBeLessThan(1024);
  expect(encodePositions(slots, 1).bytes.length + rest).toBeLessThan(4096);
});

test('a list with an index takes six reads in three round trips, and a short one takes one when it was short before', async () => {
  const world = new ListWorld();
  const table = world.watchedBy();
  const read = async (filter: ListFilter, page: PageRequest) => {
    table.reads = [];
    const { items, pagination } = await world.list(table, filter, page);
    const { ids, total } = world.expected(filter, page);
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(pagination).toEqual({ ...page, total, hasMore: total > page.offset + page.limit });
    return table.reads;
  };
  await world.create(16, { class: 1 });
  for (const calls of [3, 1]) expect(await read({}, FIRST_PAGE)).toHaveLength(calls);
  await world.create(600, { class: 1, teamId: 'team_a' });
  await world.create(600, { class: 2 });
  await fold(world);
  await read({}, FIRST_PAGE);
  for (const filter of FILTERS) {
    for (const offset of [0, 100, 400]) {
      const reads = await read(filter, { limit: 50, offset });
      // The log and the filter keys, the version and the positions, and the items of two segments.
      expect(reads.length).toBeLessThanOrEqual(6);
      // The positions of the page, and of the segment at the border of what has expired.
      expect(reads.join().match(/POSITIONS/g)?.length ?? 0).toBeLessThanOrEqual(3);
    }
  }
});

test('an item that no longer matches the filter when it is read is left out', async () => {
  const world = new ListWorld();
  await world.create(200, { class: 0 });
  const { ids } = world;
  const table = world.watchedBy(async ({ of, found }) => {
    if (of === 'MODEL#' && !found) await world.update(ids[1], { class: 2 });
  });
  const page = await world.list(table, { classes: new Set([0]) }, { limit: 3, offset: 0 });
  expect(page).toMatchObject({
    items: [{ id: ids[0] }, { id: ids[2] }],
    pagination: { total: 200, hasMore: true },
  });
});

test('writes of listed items come with one entry of the log for 16 changes, and some entries have it folded', () => {
  const write = (number: number, next = 1) => ({
    write: update(keys.model('org_1', 'mdl_1'), { set: { uploadCount: number } }),
    partition: 'ORG#org_1',
    changes: listChange('model', `mdl_${number}`, { class: 0 }, { class: next }),
  });
  const sources = { clock: { now: () => 0 }, randomness: systemRandomness };
  const writes = Array.from({ length: 16_000 }, (_, number) => write(number));
  const entries = listedWrites(sources, ...writes, write(0)).slice(16_001);
  const stored = entries.flatMap((entry) => (entry.kind === 'Put' ? [entry.item] : []));
  expect(stored.map(({ changes }) => Object(changes).length)).toEqual([...Array(1000).fill(16), 1]);
  // One in 32.
  expect(Math.abs(stored.filter(({ folds }) => folds === 'yes').length - 31)).toBeLessThan(30);
  expect(listedWrites(sources, write(1, 0))).toHaveLength(1);
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
