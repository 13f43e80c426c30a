import { type FilterKey, type ListFilter, listChange, matchesAt } from '../../shared/lists/change.ts';
import { type IndexedList, listPage } from '../../shared/lists/list.ts';
import { readListPage } from '../../shared/lists/store.ts';
import { ListedItems, listedWrites } from '../../shared/lists/writes.ts';
import { ulidTime } from '../../shared/platform/id.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { equals } from '../../shared/table/condition.ts';
import { collections, keys, type PrimaryKey } from '../../shared/table/keys.ts';
import type { PageRequest } from '../../shared/table/list.ts';
import type { Table } from '../../shared/table/table.ts';
import type { Transaction } from '../../shared/table/transaction.ts';
import { MemoryTable } from './memory-table.ts';

export interface Item extends FilterKey {
  id: string;
  link?: string | undefined;
}

const items = new ListedItems<Item>(keys.model, (id, former, next) =>
  listChange('model', id, former, next).map((change) => ({ ...change, link: next?.link })),
);
let organizations = 0;

/** A list of an organization, which starts with numbered entries, and a recount of what it should be. */
export class ListWorld {
  readonly table: Table = new MemoryTable(() => undefined);
  readonly plain = new Map<string, Item>();
  readonly #organizationId = `org_${organizations++}`;
  readonly partition = collections.models(this.#organizationId).PK;
  #created = 0;
  #time = 1_700_000_000_000;
  readonly #sources = { clock: { now: () => this.#time++ }, randomness: systemRandomness };

  get ids(): string[] {
    return [...this.plain.keys()].toSorted().reverse();
  }

  async create(count: number, key: FilterKey, isEarly = false): Promise<void> {
    for (let number = 0; number < count; number++) {
      this.#created += 1;
      const time = isEarly ? (this.#created * 7919) % 100_000 : 100_000 + this.#created;
      const id = `mdl_${positionAt(time, this.#created)}`;
      const link = this.#created % 3 === 0 ? { link: id.slice(-26) } : {};
      await this.#write(undefined, { id, ...key, ...link });
    }
  }

  async update(id: string | undefined, key: FilterKey): Promise<void> {
    const former = this.plain.get(id ?? '');
    if (former) await this.#write(former, { id: former.id, link: former.link, ...key });
  }

  async remove(id: string | undefined): Promise<void> {
    const former = this.plain.get(id ?? '');
    if (former) await this.#write(former, undefined);
  }

  async #write(former: Item | undefined, next: Item | undefined): Promise<void> {
    const organizationId = this.#organizationId;
    const guard = {
      condition: equals('class', former?.class),
      onConditionFailed: () => new Error('It has changed.'),
    };
    const set = { class: next?.class, teamId: next?.teamId };
    const change = { set, ...(next?.teamId === undefined && { remove: ['teamId'] }) };
    const write = !former
      ? next && items.add(organizationId, next)
      : next
        ? items.update(organizationId, former, next, change, guard)
        : items.remove(organizationId, former, guard);
    if (write) await this.table.commit(listedWrites(this.#sources, write));
    if (next) this.plain.set(next.id, next);
    else if (former) this.plain.delete(former.id);
  }

  /** The page that a recount finds. */
  expected(filter: ListFilter, { limit, offset }: PageRequest) {
    const matching = this.ids.filter((id) => isExpected(filter, id.slice(-26), this.plain.get(id)));
    const ids = matching.slice(offset, offset + limit);
    return { total: matching.length, ids, links: ids.flatMap((id) => this.plain.get(id)?.link ?? []) };
  }

  /** The page that the index has. */
  async read(filter: ListFilter, page: PageRequest, table = this.table) {
    const { total, runs } = await readListPage(table, this.partition, 'model', filter, page);
    const ids = runs.flatMap(({ positions }) => positions.map((position) => `mdl_${position}`));
    return { total, ids, links: runs.flatMap(({ links }) => links) };
  }

  list(table: Table, filter: ListFilter, page: PageRequest) {
    const list: IndexedList = {
      kind: 'model',
      collection: collections.models(this.#organizationId),
      keyOf: (position) => keys.model(this.#organizationId, `mdl_${position}`),
    };
    const isMatch = (item: Item) => matchesAt(filter, item.id.slice(-26), item);
    return listPage<Item>(table, list, filter, page, isMatch);
  }
}

/** Whether a recount finds an entry by a filter, told without the rules of the lists. */
function isExpected({ classes, teamId, expiry }: ListFilter, position: string, key: FilterKey | undefined) {
  if (!key) return false;
  const hasExpired = expiry?.from === key.class && position < expiry.before;
  const shownClass = hasExpired ? expiry.to : key.class;
  if (classes && !classes.has(shownClass)) return false;
  return teamId === undefined || teamId === key.teamId;
}

export function positionAt(time: number, number: number): string {
  return ulidTime(time) + String(number).padStart(16, '0');
}

/** The table as one process meets it: others act before its calls, and between what a read finds and its answer. */
export class WatchedTable extends MemoryTable {
  /** Called with the sort key or prefix of what is read or written first. */
  act: (of: string, isAfter: boolean) => Promise<void> = async () => {};
  reads = 0;
  readonly #table: Table;

  constructor(table: Table) {
    super(() => undefined);
    this.#table = table;
  }

  override async getMany<Found>(wanted: readonly PrimaryKey[], ...rest: [boolean?]) {
    if (wanted[0] === undefined) return [];
    return this.#watched(wanted[0].SK, () => this.#table.getMany<Found>(wanted, ...rest));
  }

  override async all<Found>(...query: Parameters<Table['all']>): Promise<Found[]> {
    return this.#watched(query[0].prefix, () => this.#table.all<Found>(...query));
  }

  async #watched<Found>(of: string, read: () => Promise<Found>): Promise<Found> {
    this.reads += 1;
    await this.act(of, false);
    const found = await read();
    await this.act(of, true);
    return found;
  }

  override async commit(transaction: Transaction): Promise<void> {
    await this.act('COMMIT', false);
    return this.#table.commit(transaction);
  }

  override async removeAll(found: readonly PrimaryKey[]): Promise<void> {
    if (found.length > 0) await this.act('REMOVE', false);
    return this.#table.removeAll(found);
  }
}
