import { both, type Condition, exists, unchanged } from './condition.ts';
import type { Entity } from './keys.ts';

/** The attribute with the version of the entity's shape in which an item was last written. */
export const SCHEMA = 'schema';

/** The version of the first release. Items without a version were written before it, in the same shape. */
export const FIRST_VERSION = 1;

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Migrates an item from one version of its entity's shape to the next. It runs in every read until the item
 * is stored again, and once more when a former release has written the item in between. So it has to leave
 * alone the attributes that the former release reads and writes, and to return the same change for the same
 * attributes.
 */
export interface Migration {
  /** The attributes that the change is computed from. `change` gets no others. */
  from: readonly string[];
  change(item: Attributes): { set?: Attributes; remove?: readonly string[] };
}

/**
 * The migrations of each entity, in order. The first leads from version 1 to 2. A released one is never
 * changed.
 */
export type Migrations = Readonly<Partial<Record<Entity, readonly Migration[]>>>;

export const MIGRATIONS: Migrations = {};

/** The change that brings a stored item up to date. */
export interface Upgrade {
  item: Record<string, unknown>;
  change: { set: Record<string, unknown>; remove: string[] };
  /** Holds while the attributes that the change was computed from are as they were read. */
  unchanged: Condition;
}

/** Attributes that a migration must not change: with another key it would be another item. */
const FIXED = ['PK', 'SK', 'entity', SCHEMA];

/** The shapes that a version of the code knows. */
export class Schema {
  readonly #migrations: Migrations;

  constructor(migrations: Migrations) {
    this.#migrations = migrations;
  }

  /** The version in which this code writes items of an entity. */
  versionOf(entity: Entity): number {
    return FIRST_VERSION + this.#of(entity).length;
  }

  /** The comparison of an item's version with the one of this code: negative for an older one. */
  compare(item: Attributes): number {
    return storedVersion(item) - this.versionOf(item.entity as Entity);
  }

  /**
   * The item in the shape of this code. An item of a newer release, which was rolled back, is returned as it
   * is.
   */
  upToDate<Item>(stored: Item): Item {
    const upgrade = this.upgradeOf(stored as Attributes);
    return upgrade ? (upgrade.item as Item) : stored;
  }

  /** @returns undefined for an item that is not older than this code. */
  upgradeOf(stored: Attributes): Upgrade | undefined {
    const entity = stored.entity as Entity;
    const outstanding = this.#of(entity).slice(storedVersion(stored) - FIRST_VERSION);
    if (outstanding.length === 0) return undefined;
    const { item, changed } = migrated(stored, outstanding);
    if (FIXED.some((name) => changed.has(name)))
      throw new Error(`A migration of ${entity} changes its key. It must not change ${FIXED.join(', ')}.`);
    item[SCHEMA] = this.versionOf(entity);
    const sources = new Set([SCHEMA, ...outstanding.flatMap(({ from }) => from)]);
    return {
      item,
      change: {
        set: picked(item, [...changed, SCHEMA]),
        remove: [...changed].filter((name) => item[name] === undefined),
      },
      unchanged: both(exists, ...[...sources].map((name) => unchanged(name, stored[name]))),
    };
  }

  #of(entity: Entity): readonly Migration[] {
    return this.#migrations[entity] ?? [];
  }
}

/** The schema of this version of the code. */
export const currentSchema = new Schema(MIGRATIONS);

/** The item after all of these migrations, and the names of the attributes that they changed. */
function migrated(stored: Attributes, migrations: readonly Migration[]) {
  const item: Record<string, unknown> = { ...stored };
  const changed = new Set<string>();
  for (const { from, change } of migrations) {
    const { set = {}, remove = [] } = change(picked(item, from));
    for (const name of remove) delete item[name];
    Object.assign(item, set);
    for (const name of [...Object.keys(set), ...remove]) changed.add(name);
  }
  return { item, changed };
}

function storedVersion(item: Attributes): number {
  return (item[SCHEMA] as number | undefined) ?? FIRST_VERSION;
}

function picked(item: Attributes, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]),
  );
}
