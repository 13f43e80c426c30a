import { expect, test } from 'vitest';
import {
  absent,
  atLeast,
  atMost,
  attributeAbsent,
  both,
  type Condition,
  either,
  equals,
  exists,
  existsWithout,
  lessThanAttribute,
} from '../../../shared/table/condition.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import {
  type Change,
  check,
  onlyIf,
  put,
  remove,
  update,
  type Write,
} from '../../../shared/table/transaction.ts';
import { engineTable } from '../../support/engine-table.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { Chance } from '../../world/chance.ts';

// The simulations trust the table in memory. Here it gets the same random operations as the engine: dynoxide, and AWS's
// own DynamoDB Local in `npm run test:dynamodb-local`.

const OPERATIONS = 400;
const ORGANIZATION = 'org_1';
const INDEX = 'INDEX#1';

test.for(['1', '2', '3'])('the table in memory answers as the engine does, seed %s', async (seed) => {
  const chance = new Chance(seed, 'operations');
  const engine = await engineTable(new Chance(seed, 'pauses'));
  const memory = freshTable().table;
  for (let number = 0; number < OPERATIONS; number++) {
    const operation = anyOperation(chance);
    const [expected, answer] = [await answerOf(engine.table, operation), await answerOf(memory, operation)];
    expect(answer, `operation ${number}: ${operation}`).toEqual(expected);
  }
  await engine.stop();
});

type Operation = (table: Table) => Promise<unknown>;

/** An answer, or the item that did not meet a condition. */
async function answerOf(table: Table, operation: Operation): Promise<unknown> {
  try {
    return { answer: await operation(table) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.existing };
    throw error;
  }
}

class Refused extends Error {
  readonly existing: unknown;

  constructor(existing: unknown) {
    super('A condition does not hold.');
    this.existing = existing;
  }
}

function anyOperation(chance: Chance): Operation {
  const key = anyKey(chance);
  switch (chance.below(8)) {
    case 0:
      return (table) => table.get(key);
    case 1: {
      const wanted = chance.shuffled(KEYS).slice(0, chance.between(1, 5));
      return (table) => table.getMany(wanted);
    }
    case 2:
      return anyQuery(chance);
    case 3: {
      const write = anyWrite(chance, key);
      return (table) => table.write(write);
    }
    case 4: {
      const write = anyUpdate(chance, key);
      return (table) => table.updateAndGet(write);
    }
    case 5: {
      const removed = chance.shuffled(KEYS).slice(0, chance.between(0, 2));
      return (table) => table.removeAll(removed);
    }
    case 6:
      return scanned;
    default: {
      const writes = chance
        .shuffled(KEYS)
        .slice(0, chance.between(1, 4))
        .map((each) =>
          chance.happens(0.2) ? check(each, guard(anyCondition(chance))) : anyWrite(chance, each),
        );
      return (table) => table.commit(writes);
    }
  }
}

/** All items, in an order of their own: that of a scan is not defined. */
async function scanned(table: Table): Promise<unknown[]> {
  const pages = [0, 1].map((part) => Array.fromAsync(table.scan({ part, of: 2 }, 3)));
  const items = (await Promise.all(pages)).flat(2);
  return items.sort((one, other) => one.SK.localeCompare(other.SK));
}

function anyQuery(chance: Chance): Operation {
  const collection = chance.happens(0.3)
    ? { PK: INDEX, prefix: chance.pick(['', 'BY#', 'BY#1']), index: 'GSI1' as const }
    : { PK: keys.team(ORGANIZATION, '').PK, prefix: chance.pick(['', 'TEAM#', 'TEAM#1', 'TEAMNAME#']) };
  const [one, other] = [anyKey(chance).SK, anyKey(chance).SK].sort();
  const isOfTable = !('index' in collection);
  const options = {
    newestFirst: chance.happens(0.5),
    ...(chance.happens(0.5) && { limit: chance.between(1, 4) }),
    ...(chance.happens(0.3) && { pageSize: chance.between(1, 3) }),
    ...(isOfTable && chance.happens(0.3) && { after: anyKey(chance).SK }),
    ...(isOfTable && chance.happens(0.3) && { between: [one ?? '', other ?? ''] as const }),
  };
  // DynamoDB refuses to start outside the range that it reads.
  if ('after' in options) return (table) => table.all({ ...collection, prefix: '' }, withoutRange(options));
  return (table) => table.all(collection, options);
}

function withoutRange<Options extends { between?: unknown }>({ between: _, ...rest }: Options) {
  return rest;
}

const KEYS = [
  ...['1', '10', '11', '2', '3'].map((id) => keys.team(ORGANIZATION, id)),
  ...['a', 'b', 'ä'].map((name) => keys.teamName(ORGANIZATION, name)),
];

function anyKey(chance: Chance) {
  return chance.pick(KEYS);
}

function guard(condition: Condition) {
  return onlyIf(condition, (existing) => new Refused(existing));
}

function anyWrite(chance: Chance, key: (typeof KEYS)[number]): Write {
  const condition = chance.happens(0.6) ? guard(anyCondition(chance)) : undefined;
  const kind = chance.below(4);
  if (kind === 0) return remove(key, condition);
  if (kind > 1) return anyUpdate(chance, key);
  return put({ ...key, ...anyValues(chance), ...anyPlace(chance, key.SK) }, condition);
}

function anyUpdate(chance: Chance, key: (typeof KEYS)[number]) {
  const change: Change = {
    ...(chance.happens(0.7) && { set: { ...anyValues(chance), ...anyPlace(chance, key.SK) } }),
    ...(chance.happens(0.4) && { add: { total: chance.between(-2, 3) } }),
    ...(chance.happens(0.3) && { remove: ['note'] }),
    ...(chance.happens(0.3) && { setIfAbsent: { limit: chance.below(5) } }),
  };
  return update(key, change, chance.happens(0.6) ? guard(anyCondition(chance)) : undefined);
}

function anyValues(chance: Chance): Record<string, unknown> {
  return {
    count: chance.below(4),
    state: chance.pick(['new', 'old', { of: 'parts', number: chance.below(2) }, ['one', 'two'], null]),
    absent: undefined,
  };
}

/** The index has an item only with both keys. Its sort keys differ, since the order of equal ones is not defined. */
function anyPlace(chance: Chance, SK: string): Record<string, unknown> {
  return chance.happens(0.5) ? { GSI1PK: INDEX, GSI1SK: `BY#${chance.below(3)}#${SK}` } : {};
}

function anyCondition(chance: Chance): Condition {
  const simple = () =>
    chance.pick([
      absent,
      exists,
      equals('state', chance.pick(['new', 'old', { number: 1, of: 'parts' }])),
      equals('count', chance.below(4)),
      atLeast('count', chance.below(4)),
      atMost('total', chance.below(8)),
      atMost('state', 'new'),
      attributeAbsent('limit'),
      existsWithout('total'),
      lessThanAttribute('count', 'limit'),
    ]);
  const kind = chance.below(4);
  if (kind === 0) return both(simple(), simple());
  if (kind === 1) return either(simple(), both(simple(), simple()));
  return simple();
}
