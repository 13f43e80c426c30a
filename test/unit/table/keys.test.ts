import { describe, expect, test } from 'vitest';
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

/** The ids that a template, or a collection, gets as many of as it takes. */
const IDS = ['org_1', 'one', 'two', 'three'];
const items: [string, Key][] = Object.entries(keys).map(([name, template]) => [
  name,
  Reflect.apply(template, undefined, IDS),
]);
const isIn = ({ PK, SK }: PrimaryKey, collection: Collection) =>
  PK === collection.PK && SK.startsWith(collection.prefix);
const isWithin = (text: string, [first, last]: readonly [string, string]) => text >= first && text <= last;

test('no two templates make the same key', () => {
  expect(new Set(items.map(([, { PK, SK }]) => `${PK}\n${SK}`)).size).toBe(items.length);
});

test.each<[keyof typeof collections, ...(keyof typeof keys)[]]>([
  ['ledger', 'ledgerEntry'],
  ['apiKeys', 'apiKey'],
  ['apiKeyUses', 'apiKeyUse'],
  ['trail', 'trailEntry'],
  ['trailEvents', 'trailEvent'],
  ['users', 'user'],
  ['userAddresses', 'userAddress'],
  ['userTokens', 'userToken'],
  ['tokensOfUser', 'userToken'],
  ['userSignIns', 'userSignIn'],
  ['rateCounter', 'rateCounter'],
  ['teams', 'team'],
  ['teamNames', 'teamName'],
  ['emails', 'email'],
  ['members', 'member'],
  ['invites', 'invite'],
  ['inviteEvents', 'inviteEvent'],
  ['invitees', 'invitee'],
  ['reservations', 'reservation'],
  ['refusedInvites', 'refusedInvite'],
  ['memberTokens', 'memberToken'],
  ['models', 'model'],
  ['monthlyUsage', 'monthlyUsage'],
  ['uploads', 'upload'],
  ['photos', 'photo'],
  ['jobs', 'trainingJob', 'generationJob', 'formerTake'],
  ['jobsOfRun', 'trainingJob', 'generationJob', 'formerTake'],
  ['generationJobs', 'generationJob'],
  ['providerCopies', 'providerCopies'],
  ['providerCopiesOfModel', 'providerCopies'],
  ['events', 'event'],
  ['waitingModels', 'waitingModel'],
  ['permits', 'permit'],
  ['listLog', 'listLog', 'listLogEntry'],
  ['listSegments', 'listTeams', 'listSegment'],
  ['searchWords', 'searchWord'],
  ['deliveries', 'delivery'],
  ['deliveryAttempts', 'deliveryAttempt'],
])('the collection %s has the items of its templates and no others', (name, ...expected) => {
  const collection: Collection = Reflect.apply(collections[name], undefined, IDS);
  expect(items.filter(([, key]) => isIn(key, collection)).map(([each]) => each)).toEqual(expected);
});

test.each([
  ['tokens of users', keys.userToken('org_1', 'other', 'two'), collections.tokensOfUser('org_1', 'one')],
  [
    'attempts of webhooks',
    keys.deliveryAttempt('org_1', 'other', 1),
    collections.deliveryAttempts('org_1', 'one'),
  ],
  ['jobs of runs', keys.trainingJob('org_1', 'one', 2), collections.jobsOfRun('org_1', 'one', 1)],
  [
    'batches of runs',
    keys.generationJob('org_1', 'one', 2, 1),
    collections.generationJobs('org_1', 'one', 1),
  ],
  [
    'copies of models',
    keys.providerCopies('org_1', 'other', 1),
    collections.providerCopiesOfModel('org_1', 'one'),
  ],
  ['words', keys.searchWord('org_1', 'anna', 'one'), collections.searchWords('org_1', 'ano')],
])('collections set %s apart', (_, key, collection) => {
  expect(isIn(key, collection)).toBe(false);
});

test('numbers in keys sort by their size', () => {
  expect(keys.event('org_1', 'one', 9).SK < keys.event('org_1', 'one', 10).SK).toBe(true);
});

test('an organization is erased with all its partitions, but for those of its models and people and of its copies', () => {
  const own = erasable.organization('org_1').PK;
  const erased = [own, ...erasable.rest('org_1').map(({ PK }) => PK)];
  const partitions = items.map(([, { PK }]) => PK).filter((PK) => PK.startsWith(own));
  const left = new Set(partitions.filter((PK) => !erased.includes(PK)));
  expect([...left].sort()).toEqual([
    `${own}#COPIES`,
    `${own}#ERASURE#one`,
    `${own}#INVITE#one`,
    `${own}#MEMBER#one`,
    `${own}#MEMBER#one#UPLOADS`,
    `${own}#MODEL#one`,
    `${own}#MODELS`,
  ]);
  for (const scope of [
    own,
    scopes.development('org_1'),
    scopes.testWebhooks('org_1'),
    scopes.userInvitations('org_1'),
  ])
    expect(erased).toContain(keys.rateCounter(scope).PK);
});

describe.each([...Object.entries({ ...sweepIndexes, waiting: waitingIndex('failed') })])(
  'the index of %s',
  (_name, index) => {
    test('has what has come by a time, and nothing later', () => {
      const { GSI1PK, GSI1SK } = index.key('2026-03-02T10:00:00.000Z', 'one');
      expect(
        index.shards().filter(({ PK, prefix }) => PK === GSI1PK && GSI1SK.startsWith(prefix)),
      ).toHaveLength(1);
      expect(isWithin(GSI1SK, dueUntil('2026-03-02T10:00:00.000Z'))).toBe(true);
      expect(isWithin(GSI1SK, dueUntil('2026-03-02T09:59:59.999Z'))).toBe(false);
    });
  },
);

test('an index to which every organization writes has sixteen partitions, and all are used', () => {
  const used = Array.from(
    { length: 500 },
    (_, number) => sweepIndexes.deadlines.key('', `mdl_${number}`).GSI1PK,
  );
  expect(new Set(used)).toEqual(new Set(sweepIndexes.deadlines.shards().map(({ PK }) => PK)));
  expect(sweepIndexes.deadlines.shards()).toHaveLength(16);
});

test('a queue is in the order of its start tags, and each provider has its own', () => {
  const { key } = queueIndex('studio');
  expect(key(9, 'one').GSI1SK < key(10, 'one').GSI1SK).toBe(true);
  expect(key(9, 'one').GSI1PK).not.toBe(queueIndex('astria').key(9, 'one').GSI1PK);
});

test('organizations after one, or all of them, are listed without it', () => {
  const listed = (id: string, after?: string) =>
    isWithin(listingIndexKey(id).GSI1SK, organizationsAfter(after));
  expect([listed('org_1'), listed('org_1', 'org_1'), listed('org_2', 'org_1')]).toEqual([true, false, true]);
});

test('the usage between months includes both', () => {
  const between = usageBetween('2026-02', '2026-03');
  const months = ['2026-01', '2026-02', '2026-03', '2026-04'];
  expect(months.filter((month) => isWithin(keys.monthlyUsage('org_1', month, 'one').SK, between))).toEqual([
    '2026-02',
    '2026-03',
  ]);
});
