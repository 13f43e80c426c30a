import { both, type Condition, equals, exists, lacks } from './condition.ts';
import type { Entity } from './keys.ts';

/** The attribute that says in which version of its entity's shape an item was last written. */
export const SCHEMA = 'schema';

/** The shape of the first release. An item that says nothing was written on the way there, and has the same. */
export const FIRST_VERSION = 1;

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Leads an item from one version of its entity's shape to the next. It runs in every read until the item is
 * stored anew, and once more when a former release has written the item in between: it has to leave alone what
 * that release reads and writes, and gives the same for the same attributes.
 */
export interface Migration {
  /** What it is computed from: it is shown these attributes and no other. */
  from: readonly string[];
  change(item: Attributes): { set?: Attributes; remove?: readonly string[] };
}

/** By entity, in their order: the first leads from version 1 to 2. None is changed once it was released. */
export type Migrations = Readonly<Partial<Record<Entity, readonly Migration[]>>>;

export const MIGRATIONS: Migrations = {};

/** What brings a stored item up to date. */
export interface Upgrade {
  item: Record<string, unknown>;
  change: { set: Record<string, unknown>; remove: string[] };
  /** What it was computed from is as it was read. */
  unchanged: Condition;
}

/** An item is what it is and lies where it lies: another key is another item. */
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

  /** How an item's version compares to the one of this code: negative for an older one. */
  compare(item: Attributes): number {
    return storedVersion(item) - this.versionOf(item.entity as Entity);
  }

  /** The item in the shape of this code. A newer one, which a release left that was taken back, is as it is. */
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
    if (FIXED.some((name) => changed.has(name))) throw new Error(`A migration of ${entity} changes its key.`);
    item[SCHEMA] = this.versionOf(entity);
    const sources = new Set([SCHEMA, ...outstanding.flatMap(({ from }) => from)]);
    return {
      item,
      change: {
        set: picked(item, [...changed, SCHEMA]),
        remove: [...changed].filter((name) => item[name] === undefined),
      },
      unchanged: both(exists, ...[...sources].map((name) => asRead(stored, name))),
    };
  }

  #of(entity: Entity): readonly Migration[] {
    return this.#migrations[entity] ?? [];
  }
}

/** The shapes of the code at hand. */
export const currentSchema = new Schema(MIGRATIONS);

/** The item after all of these migrations, and the names of all that they changed. */
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

function asRead(stored: Attributes, name: string): Condition {
  return stored[name] === undefined ? lacks(name) : equals(name, stored[name]);
}
