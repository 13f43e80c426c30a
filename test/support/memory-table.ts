import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import type { Condition } from '../../shared/table/condition.ts';
import type { Collection, Key, PrimaryKey } from '../../shared/table/keys.ts';
import { type QueryOptions, Table, type UpdateResult, type WriteResult } from '../../shared/table/table.ts';
import {
  type Change,
  remove,
  type Transaction,
  type UpdateWrite,
  type Write,
} from '../../shared/table/transaction.ts';

type Item = Record<string, unknown> & PrimaryKey;

/**
 * A table in this process, for simulations of millions of calls. It knows the conditions that
 * shared/table/condition.ts makes, and answers at once. Nothing is ever throttled.
 */
export class MemoryTable extends Table {
  readonly #items = new Map<string, Item>();
  readonly #partitions = { '': new Map<string, Sorted>(), GSI1: new Map<string, Sorted>() };
  readonly #onPut: (item: Item) => void;

  /** @param onPut called for each item that a transaction has put, as the table's stream is. */
  constructor(onPut: (item: Item) => void) {
    super(new DynamoDBClient({ region: 'us-east-1' }), 'memory', systemRandomness);
    this.#onPut = onPut;
  }

  override async get<Found>(key: PrimaryKey): Promise<Found | undefined> {
    return this.#find(key) as Found | undefined;
  }

  override async getMany<Found>(wanted: readonly Key[]): Promise<(Found | undefined)[]> {
    return wanted.map((key) => this.#find(key) as Found | undefined);
  }

  override async *query<Found>(collection: Collection, options: QueryOptions = {}): AsyncGenerator<Found> {
    yield* await this.all<Found>(collection, options);
  }

  override async all<Found>(
    { PK, prefix, index }: Collection,
    { limit, between, newestFirst }: QueryOptions = {},
  ): Promise<Found[]> {
    const partition = this.#partitions[index ?? ''].get(PK);
    const found = partition?.range(between?.[0] ?? prefix, between?.[1] ?? `${prefix}\uffff`, limit) ?? [];
    if (newestFirst) found.reverse();
    return found as Found[];
  }

  override async commit(transaction: Transaction): Promise<void> {
    for (const write of transaction) {
      const existing = this.#find(keyOf(write));
      if (write.guard && !holds(write.guard.condition, existing))
        throw write.guard.onConditionFailed(existing);
    }
    for (const write of transaction) this.#apply(write);
    for (const write of transaction) if (write.kind === 'Put') this.#onPut(write.item);
  }

  override async write<Found>(write: Write): Promise<WriteResult<Found>> {
    const existing = this.#find(keyOf(write));
    if (write.guard && !holds(write.guard.condition, existing)) {
      return { written: false, existing: existing as Found | undefined };
    }
    this.#apply(write);
    return { written: true };
  }

  override async updateAndGet<Found>(write: UpdateWrite): Promise<UpdateResult<Found>> {
    const { written } = await this.write(write);
    return { written, item: this.#find(write.key) as Found | undefined };
  }

  override async removeAll(removed: readonly Key[]): Promise<void> {
    for (const key of removed) this.#apply(remove(key));
  }

  #find({ PK, SK }: PrimaryKey): Item | undefined {
    return this.#items.get(`${PK}\n${SK}`);
  }

  #apply(write: Write): void {
    const { PK, SK } = keyOf(write);
    const existing = this.#items.get(`${PK}\n${SK}`);
    if (write.kind === 'ConditionCheck') return;
    const item = itemAfter(write, existing);
    if (item) this.#items.set(`${PK}\n${SK}`, item);
    else this.#items.delete(`${PK}\n${SK}`);
    this.#place(this.#partitions[''], ['PK', 'SK'], existing, item);
    this.#place(this.#partitions.GSI1, ['GSI1PK', 'GSI1SK'], existing, item);
  }

  /** Items are never changed, but replaced, so that callers can keep them. */
  #place(
    partitions: Map<string, Sorted>,
    [partitionKey, sortKey]: readonly [string, string],
    before: Item | undefined,
    after: Item | undefined,
  ): void {
    const places = [before, after].map((item) => ({ PK: item?.[partitionKey], SK: item?.[sortKey] }));
    const [old, next] = places;
    const stays = old?.PK === next?.PK && old?.SK === next?.SK;
    if (!stays && typeof old?.PK === 'string') partitions.get(old.PK)?.remove(String(old.SK));
    if (!after || typeof next?.PK !== 'string') return;
    const partition = partitions.get(next.PK) ?? new Sorted();
    partitions.set(next.PK, partition);
    partition[stays ? 'replace' : 'add'](String(next.SK), after);
  }
}

/** The items of one partition in the order of their sort keys, which are distinct. */
class Sorted {
  readonly #entries: { key: string; item: Item }[] = [];

  add(key: string, item: Item): void {
    this.#entries.splice(this.#firstFrom(key), 0, { key, item });
  }

  replace(key: string, item: Item): void {
    this.#entries[this.#firstFrom(key)] = { key, item };
  }

  remove(key: string): void {
    this.#entries.splice(this.#firstFrom(key), 1);
  }

  range(from: string, to: string, limit = Number.POSITIVE_INFINITY): Item[] {
    const found: Item[] = [];
    for (let place = this.#firstFrom(from); place < this.#entries.length && found.length < limit; place++) {
      const entry = this.#entries[place];
      if (!entry || entry.key > to) break;
      found.push(entry.item);
    }
    return found;
  }

  #firstFrom(key: string): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.key ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function keyOf(write: Write): PrimaryKey {
  return write.kind === 'Put' ? write.item : write.key;
}

function itemAfter(write: Write, existing: Item | undefined): Item | undefined {
  if (write.kind === 'Put') return { ...write.item };
  return write.kind === 'Update' ? { ...changed(existing ?? {}, write.change), ...write.key } : undefined;
}

function changed(existing: Record<string, unknown>, change: Change): Record<string, unknown> {
  const { set = {}, add = {}, remove = [], setIfAbsent = {} } = change;
  const item: Record<string, unknown> = { ...setIfAbsent, ...existing };
  for (const [name, value] of Object.entries(set)) if (value !== undefined) item[name] = value;
  for (const [name, amount] of Object.entries(add)) item[name] = Number(item[name] ?? 0) + amount;
  for (const name of remove) delete item[name];
  return item;
}

const CONJUNCTION = /^\((.*)\)$/s;

/** True when a condition of shared/table/condition.ts holds. */
function holds({ expression, names, values }: Condition, item: Item | undefined): boolean {
  const parts = (operator: string) => splitTopLevel(expression, ` ${operator} `);
  for (const [operator, every] of [
    ['OR', false],
    ['AND', true],
  ] as const) {
    const operands = parts(operator);
    if (operands.length < 2) continue;
    const results = operands.map((operand) =>
      holds({ expression: operand.replace(CONJUNCTION, '$1'), names, values }, item),
    );
    return every ? results.every(Boolean) : results.some(Boolean);
  }
  return holdsAlone(expression, names, values, item);
}

function splitTopLevel(expression: string, operator: string): string[] {
  const parts: string[] = [];
  let [depth, begin] = [0, 0];
  for (let place = 0; place < expression.length; place++) {
    if (expression[place] === '(') depth += 1;
    if (expression[place] === ')') depth -= 1;
    if (depth > 0 || !expression.startsWith(operator, place)) continue;
    parts.push(expression.slice(begin, place));
    begin = place + operator.length;
  }
  return [...parts, expression.slice(begin)];
}

function holdsAlone(
  expression: string,
  names: Record<string, string>,
  values: Record<string, unknown>,
  item: Item | undefined,
): boolean {
  const [, called, argument = ''] =
    /^(attribute_exists|attribute_not_exists)\((#\w+)\)$/.exec(expression) ?? [];
  if (called) return (item?.[names[argument] ?? ''] !== undefined) === (called === 'attribute_exists');
  const [, name = '', operator, value = ''] = /^(#\w+) (=|>=|<=|<) ([:#]\w+)$/.exec(expression) ?? [];
  const stored = item?.[names[name] ?? ''];
  const wanted = value.startsWith('#') ? item?.[names[value] ?? ''] : values[value];
  if (operator === '=') return JSON.stringify(stored) === JSON.stringify(wanted);
  if (stored === undefined) return false;
  if (operator === '>=') return Number(stored) >= Number(wanted);
  if (operator === '<=') return Number(stored) <= Number(wanted);
  if (operator === '<') return wanted !== undefined && Number(stored) < Number(wanted);
  throw new Error(`The memory table does not know the condition ${expression}: add it.`);
}
