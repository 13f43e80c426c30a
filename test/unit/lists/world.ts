import { type FilterKey, type ListFilter, listChange } from '../../../shared/lists/change.ts';
import { pageReader } from '../../../shared/lists/list.ts';
import { readListPage } from '../../../shared/lists/page.ts';
import { listedItems, listedWrites } from '../../../shared/lists/writes.ts';
import { ulidTime } from '../../../shared/platform/id.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { equals } from '../../../shared/table/condition.ts';
import { collections, keys, type PrimaryKey } from '../../../shared/table/keys.ts';
import type { PageRequest } from '../../../shared/table/list.ts';
import type { QueryOptions } from '../../../shared/table/reads-ahead.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { Transaction } from '../../../shared/table/transaction.ts';
import { MemoryTable } from '../../support/memory-table.ts';

interface Item extends FilterKey {
  id: string;
  link?: string | undefined;
}

const items = listedItems<Item>(keys.model, (id, former, next) =>
  listChange('model', id, former, next).map((change) => ({ ...change, link: next?.link })),
);
let organizations = 0;

/** A list of an organization, which starts with numbered entries, and a recount of what it should be. */
export class ListWorld {
  readonly table: Table = new MemoryTable(() => undefined);
  readonly plain = new Map<string, Item>();
  readonly #organizationId = `org_${organizations++}`;
  readonly collection = collections.models(this.#organizationId);
  readonly partition = this.collection.PK;
  #created = 0;
  #time = 1_700_000_000_000;

  /** Newest first. */
  get ids(): string[] {
    return [...this.plain.keys()].toSorted().reverse();
  }

  async create(count: number, key: FilterKey, isEarly = false): Promise<void> {
    for (let number = 0; number < count; number++) {
      this.#created += 1;
      const time = isEarly ? (this.#created * 7919) % 100_000 : 100_000 + this.#created;
      const id = `mdl_${positionAt(time, this.#created)}`;
      const link = this.#created % 3 === 0 ? { link: id.slice(-26) } : {};
      await this.#commit(items.add(this.#organizationId, { id, ...key, ...link }));
      this.plain.set(id, { id, ...key, ...link });
    }
  }

  async update(id: string | undefined, key: FilterKey): Promise<void> {
    const former = this.plain.get(id ?? '');
    if (!former) return;
    const next = { id: former.id, link: former.link, ...key };
    const change = { set: { ...key }, ...(key.teamId === undefined && { remove: ['teamId'] }) };
    await this.#commit(items.update(this.#organizationId, former, next, change, isStill(former)));
    this.plain.set(former.id, next);
  }

  async remove(id: string | undefined): Promise<void> {
    const former = this.plain.get(id ?? '');
    if (!former) return;
    await this.#commit(items.remove(this.#organizationId, former, isStill(former)));
    this.plain.delete(former.id);
  }

  #commit(write: ReturnType<typeof items.add>): Promise<void> {
    const sources = { clock: { now: () => this.#time++ }, randomness: systemRandomness };
    return this.table.commit(listedWrites(sources, write));
  }

  /** The page that a recount finds, without the rules of the lists. */
  expected({ classes, teamId, expiry }: ListFilter, { limit, offset }: PageRequest) {
    const matching = this.ids.filter((id) => {
      const key = this.plain.get(id);
      if (!key || (teamId !== undefined && teamId !== key.teamId)) return false;
      const hasExpired = expiry?.from === key.class && id.slice(-26) < expiry.before;
      return classes?.has(hasExpired ? expiry.to : key.class) ?? true;
    });
    const ids = matching.slice(offset, offset + limit);
    return { total: matching.length, ids, links: ids.flatMap((id) => this.plain.get(id)?.link ?? []) };
  }

  /** The page that the index has. */
  async read(filter: ListFilter, page: PageRequest, table = this.table) {
    const { total, runs } = await readListPage(this.#listIn(table), filter, page);
    const ids = runs.flatMap(({ positions }) => positions.map((position) => `mdl_${position}`));
    return { total, ids, links: runs.flatMap(({ links }) => links) };
  }

  /** The table of a process on which others act. */
  watchedBy(act: WatchedTable['act'] = async () => undefined): WatchedTable {
    return new WatchedTable(this.table, act);
  }

  list(table: Table, filter: ListFilter, page: PageRequest) {
    return pageReader<Item>(this.#listIn(table), (item) => item)(filter, page);
  }

  #listIn(table: Table) {
    const keyOf = (position: string) => keys.model(this.#organizationId, `mdl_${position}`);
    return { table, partition: this.partition, kind: 'model', collection: this.collection, keyOf } as const;
  }
}

function isStill(former: Item) {
  const onConditionFailed = () => new Error('It has changed.');
  return { condition: equals('class', former.class), onConditionFailed };
}

export function positionAt(time: number, number: number): string {
  return ulidTime(time) + String(number).padStart(16, '0');
}

/** A call of the table: what it reads or writes first, and of a read what it has found. */
interface Call {
  of: string;
  isConsistent: boolean;
  found?: readonly unknown[];
}

/** The table as one process meets it: others act before its calls, and between what a read finds and its answer. */
export class WatchedTable extends MemoryTable {
  /** Called before a call, and after a read. What it returns is read instead of what was found. */
  readonly act: (call: Call) => Promise<unknown>;
  /** The sort keys or the prefix of each read. */
  reads: string[] = [];
  readonly #table: Table;

  constructor(table: Table, act: WatchedTable['act']) {
    super(() => undefined);
    this.#table = table;
    this.act = act;
  }

  override async getMany<Found>(wanted: readonly PrimaryKey[], isConsistent = true) {
    if (wanted.length === 0) return [];
    const sortKeys = wanted.map(({ SK }) => SK);
    return this.#watched<Found>(sortKeys, isConsistent, () => this.#table.getMany(wanted, isConsistent));
  }

  override async all<Found>(...query: [Parameters<Table['all']>[0], QueryOptions?]): Promise<Found[]> {
    const [{ prefix, mayLag }, options] = query;
    const found = await this.#watched<Found>([prefix], options?.consistent ?? !mayLag, () =>
      this.#table.all(...query),
    );
    return found as Found[];
  }

  async #watched<Found>(names: string[], isConsistent: boolean, read: () => Promise<(Found | undefined)[]>) {
    this.reads.push(names.join());
    const call = { of: names[0] ?? '', isConsistent };
    await this.act(call);
    const found = await read();
    return ((await this.act({ ...call, found })) as typeof found | undefined) ?? found;
  }

  override async commit(transaction: Transaction): Promise<void> {
    await this.act({ of: 'COMMIT', isConsistent: true });
    return this.#table.commit(transaction);
  }

  override async removeAll(found: readonly PrimaryKey[]): Promise<void> {
    if (found.length > 0) await this.act({ of: 'REMOVE', isConsistent: true });
    return this.#table.removeAll(found);
  }
}
