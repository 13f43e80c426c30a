import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/table/keys.ts';
import { type Migration, Schema } from '../../../shared/table/schema.ts';
import { first, second, third } from './versions.ts';

const balance = { ...keys.balance('org_1'), credits: 3, slots: 6, schema: 1 };

describe('upgrades of an item', () => {
  test('an item of the first version goes through all migrations in their order, in one change', () => {
    expect(third.upToDate(balance)).toEqual({ ...keys.balance('org_1'), cents: 300, slots: 6, schema: 3 });
    expect(third.upgradeOf(balance)?.change).toEqual({ set: { cents: 300, schema: 3 }, remove: ['credits'] });
  });

  test('an item of a version in between goes through the remaining migrations', () => {
    const between = { ...balance, cents: 299, schema: 2 };
    expect(third.upToDate(between)).toEqual({ ...keys.balance('org_1'), cents: 299, slots: 6, schema: 3 });
  });

  test('an item without a version counts as one of the first version', () => {
    const { schema: _, ...unversioned } = balance;
    expect(second.upToDate(unversioned)).toEqual({ ...balance, cents: 300, schema: 2 });
    expect(second.compare(unversioned)).toBe(-1);
    expect(first.upToDate(unversioned)).toBe(unversioned);
  });

  test('an item of the current or a newer version, or without migrations, stays unchanged', () => {
    for (const item of [
      { ...balance, schema: 2 },
      { ...balance, schema: 3 },
      { ...balance, ...keys.ledgerEntry('o', '1') },
    ]) {
      expect(second.upToDate(item)).toBe(item);
      expect(second.upgradeOf(item)).toBeUndefined();
    }
    expect(second.compare({ ...balance, schema: 3 })).toBe(1);
  });
});

describe('a migration', () => {
  const run = (migration: Migration, item: Record<string, unknown>) =>
    new Schema({ BALANCE: [migration] }).upToDate<Record<string, unknown>>(item);

  test('a migration receives the attributes that it names and no others', () => {
    let shown: unknown;
    const curious: Migration = {
      from: ['credits', 'notThere'],
      change: (item) => {
        shown = item;
        return {};
      },
    };
    run(curious, balance);
    expect(shown).toEqual({ credits: 3 });
  });

  test('a migration can change neither the key nor the version of an item', () => {
    for (const name of ['PK', 'SK', 'entity', 'schema']) {
      expect(() => run({ from: [], change: () => ({ set: { [name]: 'x' } }) }, balance)).toThrow('its key');
      expect(() => run({ from: [], change: () => ({ remove: [name] }) }, balance)).toThrow('its key');
    }
  });
});
