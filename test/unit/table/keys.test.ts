import { expect, test } from 'vitest';
import {
  type Collection,
  collections,
  dueUntil,
  erasable,
  type Key,
  keys,
  listingIndexKey,
  organizationsAfter,
  type PrimaryKey,
  queueIndex,
  scopes,
  sweepIndexes,
  usageBetween,
  waitingIndex,
} from '../../../shared/table/keys.ts';

/** What every template and collection gets as many ids of as it takes. */
const IDS = ['org_1', 'one', 'two', 'three'];
const items = Object.values(keys).map((template): Key => Reflect.apply(template, undefined, IDS));
const itemsIn = ({ PK, prefix }: Collection) =>
  items.filter((key) => key.PK === PK && key.SK.startsWith(prefix));
const isWithin = (text: string, [first, last]: readonly [string, string]) => text >= first && text <= last;
const textOf = ({ PK, SK }: PrimaryKey) => `${PK}\n${SK}`;

test('no two templates make the same key, and no two collections are the same', () => {
  expect(new Set(items.map(textOf)).size).toBe(items.length);
  const all = Object.values(collections).map((collection) => Reflect.apply(collection, undefined, IDS));
  expect(new Set(all.map(({ PK, prefix }) => textOf({ PK, SK: prefix }))).size).toBe(all.length);
});

/** How many templates the items of a collection have, where it is not one. Others make the keys of the index. */
const TEMPLATES: Record<string, number> = {
  ...{ jobs: 3, jobsOfRun: 3, listLog: 2, listSegments: 2 },
  ...{ organizations: 0, usersByAddress: 0 },
};
test.each(Object.entries(collections))(
  'the collection %s has the items of its templates and no others',
  (name, of) => {
    expect(itemsIn(Reflect.apply(of, undefined, IDS))).toHaveLength(TEMPLATES[name] ?? 1);
    // The items of an id are not among those of another that it begins with. Words are found by their beginnings.
    const beginnings = IDS.map((id) => id.slice(0, -1));
    if (name !== 'searchWords') expect(itemsIn(Reflect.apply(of, undefined, beginnings))).toEqual([]);
  },
);

test('numbers in keys, and start tags in a queue, sort by their size; each provider has its own queue', () => {
  expect(keys.event('org_1', 'one', 9).SK < keys.event('org_1', 'one', 10).SK).toBe(true);
  const [nine, ten] = [9, 10].map((startTag) => queueIndex('studio').key(startTag, 'one'));
  expect(String(nine?.GSI1SK) < String(ten?.GSI1SK)).toBe(true);
  expect(nine?.GSI1PK).not.toBe(queueIndex('astria').key(9, 'one').GSI1PK);
});

test('an organization is erased with all its partitions, but for those of its models and people and of its copies', () => {
  const own = erasable.organization('org_1').PK;
  const erased = new Set([own, ...erasable.rest('org_1').map(({ PK }) => PK)]);
  const partitions = new Set(items.map(({ PK }) => PK).filter((PK) => PK.startsWith(own)));
  const apart = ['MEMBER#one', 'MEMBER#one#UPLOADS', 'MODEL#one', 'MODELS'];
  const expected = ['COPIES', 'ERASURE#one', 'INVITE#one', ...apart].map((name) => `${own}#${name}`);
  expect([...partitions.difference(erased)].sort()).toEqual(expected);
  const { organization, development, testWebhooks, userInvitations } = scopes;
  for (const scope of [organization, development, testWebhooks, userInvitations])
    expect(erased).toContain(keys.rateCounter(scope('org_1')).PK);
});

test.each(Object.entries({ ...sweepIndexes, waiting: waitingIndex('failed') }))(
  'the index of %s has in one of its shards what has come by a time, and nothing later',
  (_, index) => {
    const { GSI1PK, GSI1SK } = index.key('2026-03-02T10:00:00.000Z', 'one');
    const shards = index.shards().filter(({ PK, prefix }) => PK === GSI1PK && GSI1SK.startsWith(prefix));
    expect(shards).toHaveLength(1);
    expect(isWithin(GSI1SK, dueUntil('2026-03-02T10:00:00.000Z'))).toBe(true);
    expect(isWithin(GSI1SK, dueUntil('2026-03-02T09:59:59.999Z'))).toBe(false);
  },
);

test('an index to which every organization writes has sixteen partitions, and all are used', () => {
  const { key, shards } = sweepIndexes.deadlines;
  const used = Array.from({ length: 500 }, (_, number) => key('', `mdl_${number}`).GSI1PK);
  expect(new Set(used)).toEqual(new Set(shards().map(({ PK }) => PK)));
  expect(shards()).toHaveLength(16);
});

test('organizations after one are listed without it, and the usage between months includes both', () => {
  const listed = (id: string, after?: string) =>
    isWithin(listingIndexKey(id).GSI1SK, organizationsAfter(after));
  expect([listed('org_1'), listed('org_1', 'org_1'), listed('org_2', 'org_1')]).toEqual([true, false, true]);
  const isBetween = (month: string) =>
    isWithin(keys.monthlyUsage('org_1', month, 'one').SK, usageBetween('2026-02', '2026-03'));
  expect(['2026-01', '2026-02', '2026-03', '2026-04'].filter(isBetween)).toEqual(['2026-02', '2026-03']);
});
