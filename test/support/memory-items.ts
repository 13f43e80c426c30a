import { isDeepStrictEqual } from 'node:util';
import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  type BatchGetCommandInput,
  type BatchWriteCommandInput,
  DynamoDBDocumentClient,
  type GetCommandInput,
  type QueryCommandInput,
  type ScanCommandInput,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { PrimaryKey } from '../../shared/table/keys.ts';

export type Item = Record<string, unknown> & PrimaryKey;

/** An item that a write has put, changed or deleted. */
export interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** A write as a command of the document client has it. */
interface WriteInput {
  Item?: Item;
  Key?: PrimaryKey;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
const NONE = { $metadata: {} };

/**
 * The items of a DynamoDB table in this process, by the commands of the document client that shared/table sends. It knows
 * the expressions that shared/table makes, and answers at once.
 */
export class MemoryItems {
  readonly #items = new Map<string, Item>();
  readonly #partitions = { '': new Map<string, Sorted>(), GSI1: new Map<string, Sorted>() };
  readonly #onCommit: (changes: readonly ItemChange[]) => void;

  /** @param onCommit called with what each write or transaction has changed, as the table's stream is */
  constructor(onCommit: (changes: readonly ItemChange[]) => void = () => undefined) {
    this.#onCommit = onCommit;
  }

  all(): Iterable<Item> {
    return this.#items.values();
  }

  find({ PK, SK }: PrimaryKey): Item | undefined {
    return this.#items.get(`${PK}\n${SK}`);
  }

  /** @throws the error that the service answers with. */
  apply(command: string, input: unknown): object {
    switch (command) {
      case 'GetCommand': {
        const found = this.find((input as GetCommandInput).Key as PrimaryKey);
        return found ? { Item: { ...found } } : {};
      }
      case 'BatchGetCommand':
        return this.#getBatch(input as BatchGetCommandInput);
      case 'QueryCommand':
        return this.#query(input as QueryCommandInput);
      case 'ScanCommand':
        return this.#scan(input as ScanCommandInput);
      case 'PutCommand':
        return this.#write('Put', input as WriteInput);
      case 'UpdateCommand':
        return this.#write('Update', input as WriteInput);
      case 'DeleteCommand':
        return this.#write('Delete', input as WriteInput);
      case 'TransactWriteCommand':
        return this.#transact(input as TransactWriteCommandInput);
      case 'BatchWriteCommand':
        return this.#deleteBatch(input as BatchWriteCommandInput);
      default:
        throw new Error(`The memory table does not know ${command}: add it.`);
    }
  }

  #getBatch({ RequestItems = {} }: BatchGetCommandInput) {
    const [[name = '', wanted] = []] = Object.entries(RequestItems);
    const found = (wanted?.Keys ?? []).flatMap((key) => this.find(key as PrimaryKey) ?? []);
    return { Responses: { [name]: found.map((item) => ({ ...item })) } };
  }

  #query(input: QueryCommandInput) {
    const { IndexName = '', Limit, ScanIndexForward = true, ExclusiveStartKey: start } = input;
    const { KeyConditionExpression = '', ExpressionAttributeValues: values = {} } = input;
    const prefix = String(values[':first'] ?? '');
    const between = KeyConditionExpression.includes('BETWEEN');
    const last = between ? String(values[':last']) : `${prefix}\uffff`;
    const index = IndexName === 'GSI1' ? 'GSI1' : '';
    const after = start && placeOf(index, start as Item);
    const partition = this.#partitions[index].get(String(values[':PK']));
    const { items, isCut } = partition?.range(prefix, last, after, ScanIndexForward, Limit) ?? NOTHING;
    const end = items.at(-1);
    return {
      Items: items.map((item) => ({ ...item })),
      ...(isCut && end && { LastEvaluatedKey: lastKey(index, end) }),
    };
  }

  #scan({ Segment = 0, TotalSegments = 1 }: ScanCommandInput) {
    return { Items: [...this.#items.values()].filter((_, place) => place % TotalSegments === Segment) };
  }

  #write(kind: WriteKind, input: WriteInput) {
    const key = keyOf(input);
    const existing = this.find(key);
    if (!isAllowed(input, existing)) {
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: {},
        ...(existing && { Item: marshall(existing) }),
      });
    }
    const change = this.#apply(kind, input);
    this.#onCommit([change]);
    return change.after ? { Attributes: { ...change.after } } : {};
  }

  #transact({ TransactItems = [] }: TransactWriteCommandInput) {
    const writes = TransactItems.flatMap((entry) =>
      Object.entries(entry).map(([kind, input]) => [kind as WriteKind, { ...input } as WriteInput] as const),
    );
    const keys = new Set(writes.map(([, input]) => textOf(keyOf(input))));
    if (keys.size < writes.length) throw new Error('A transaction cannot write one item twice.');
    const reasons = writes.map(([, input]): CancellationReason => {
      const existing = this.find(keyOf(input));
      if (isAllowed(input, existing)) return { Code: 'None' };
      return { Code: 'ConditionalCheckFailed', ...(existing && { Item: marshall(existing) }) };
    });
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons);
    this.#onCommit(writes.map(([kind, input]) => this.#apply(kind, input)));
    return NONE;
  }

  #deleteBatch({ RequestItems = {} }: BatchWriteCommandInput) {
    for (const request of Object.values(RequestItems).flat()) {
      const Key = request.DeleteRequest?.Key as PrimaryKey | undefined;
      if (!Key) throw new Error('The memory table knows batches of deletes only.');
      this.#onCommit([this.#apply('Delete', { Key })]);
    }
    return NONE;
  }

  #apply(kind: WriteKind, input: WriteInput): ItemChange {
    if (kind === 'ConditionCheck') return { before: undefined, after: undefined };
    const key = keyOf(input);
    const before = this.find(key);
    const after = itemAfter(kind, input, before);
    if (after) this.#items.set(textOf(key), after);
    else this.#items.delete(textOf(key));
    this.#place('', before, after);
    this.#place('GSI1', before, after);
    return { before, after };
  }

  /** Items are never changed, but replaced. */
  #place(index: '' | 'GSI1', before: Item | undefined, after: Item | undefined): void {
    const [from, to] = [before?.[`${index}PK`], after?.[`${index}PK`]];
    if (before && from !== undefined)
      this.#partitions[index].get(String(from))?.remove(placeOf(index, before));
    if (!after || to === undefined) return;
    const partition = this.#partitions[index].get(String(to)) ?? new Sorted();
    this.#partitions[index].set(String(to), partition);
    partition.add(placeOf(index, after), after);
  }
}

/** A document client whose commands are applied to items in this process. */
export function documentsOf(items: MemoryItems): DynamoDBDocumentClient {
  const send = async (command: { input: unknown }) => items.apply(command.constructor.name, command.input);
  return Object.assign(DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' })), { send });
}

/** The error of a transaction that was not carried out. */
export function cancelled(CancellationReasons: CancellationReason[]): TransactionCanceledException {
  const message = 'Transaction cancelled';
  return new TransactionCanceledException({ message, $metadata: {}, CancellationReasons });
}

/** The place of an item in its partition: by its sort key, and in an index, where these repeat, by its primary key. */
function placeOf(index: '' | 'GSI1', item: Item): string {
  return index === '' ? item.SK : `${item.GSI1SK}\u0000${item.PK}\u0000${item.SK}`;
}

function lastKey(index: '' | 'GSI1', { PK, SK, GSI1PK, GSI1SK }: Item) {
  return index === '' ? { PK, SK } : { PK, SK, GSI1PK, GSI1SK };
}

const NOTHING = { items: [], isCut: false };

/** The items of one partition in the order of their places, which are distinct. */
class Sorted {
  readonly #entries: { place: string; item: Item }[] = [];

  add(place: string, item: Item): void {
    this.#entries.splice(this.#firstFrom(place), 0, { place, item });
  }

  remove(place: string): void {
    this.#entries.splice(this.#firstFrom(place), 1);
  }

  range(from: string, to: string, after: string | undefined, forward: boolean, limit = Infinity) {
    const start = this.#firstFrom(from);
    const end = this.#firstFrom(`${to}\u0001`);
    const skipped = after === undefined ? undefined : this.#firstFrom(after);
    const first =
      forward && skipped !== undefined
        ? Math.max(start, this.#isAt(skipped, after) ? skipped + 1 : skipped)
        : start;
    const last = !forward && skipped !== undefined ? Math.min(end, skipped) : end;
    const count = Math.min(Math.max(0, last - first), limit);
    const chosen = forward
      ? this.#entries.slice(first, first + count)
      : this.#entries.slice(last - count, last).reverse();
    // As DynamoDB does, a page that is full has a last key, also where nothing follows.
    return { items: chosen.map(({ item }) => item), isCut: count > 0 && count === limit };
  }

  #isAt(position: number, place: string | undefined): boolean {
    return this.#entries[position]?.place === place;
  }

  #firstFrom(place: string): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.place ?? '') < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function keyOf({ Item, Key }: WriteInput): PrimaryKey {
  const key = Item ?? Key;
  if (!key) throw new Error('A write needs an item or a key.');
  return key;
}

function textOf({ PK, SK }: PrimaryKey): string {
  return `${PK}\n${SK}`;
}

function itemAfter(kind: WriteKind, input: WriteInput, before: Item | undefined): Item | undefined {
  if (kind === 'Put') return stored(input.Item) as Item;
  if (kind === 'Delete') return undefined;
  const { PK, SK } = keyOf(input);
  return { ...updated({ ...before }, input), PK, SK };
}

/** A copy as the document client stores it: without undefined values. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== undefined).map(stored);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || value instanceof Set)
    return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.map(([name, entry]) => [name, stored(entry)]));
}

function updated(item: Record<string, unknown>, input: WriteInput): Record<string, unknown> {
  const { UpdateExpression = '', ExpressionAttributeNames: names = {} } = input;
  const { ExpressionAttributeValues: values = {} } = input;
  const nameOf = (mark = '') => names[mark] ?? '';
  const result = { ...item };
  for (const clause of UpdateExpression.split(/ ?(?=\b(?:SET|ADD|REMOVE) #)/)) {
    const [, kind, parts = ''] = /^(SET|ADD|REMOVE) (.*)$/s.exec(clause) ?? [];
    for (const part of parts.split(/, (?=#)(?![^(]*\))/)) {
      const [, mark] = /^(#\w+)/.exec(part) ?? [];
      const [, value = ''] = /(:\w+)\)?$/.exec(part) ?? [];
      const name = nameOf(mark);
      if (kind === 'REMOVE') delete result[name];
      else if (kind === 'ADD') result[name] = Number(item[name] ?? 0) + Number(values[value]);
      else if (!part.includes('if_not_exists') || item[name] === undefined)
        result[name] = stored(values[value]);
    }
  }
  return result;
}

function isAllowed(input: WriteInput, existing: Item | undefined): boolean {
  const { ConditionExpression, ExpressionAttributeNames: names = {} } = input;
  const { ExpressionAttributeValues: values = {} } = input;
  return ConditionExpression === undefined || holds(ConditionExpression, names, values, existing);
}

const CONJUNCTION = /^\((.*)\)$/s;

/** True when a condition of shared/table/condition.ts holds. */
function holds(
  expression: string,
  names: Record<string, string>,
  values: Record<string, unknown>,
  item: Item | undefined,
): boolean {
  for (const [operator, every] of [
    [' OR ', false],
    [' AND ', true],
  ] as const) {
    const operands = splitTopLevel(expression, operator);
    if (operands.length < 2) continue;
    const isHeld = (operand: string) => holds(operand.replace(CONJUNCTION, '$1'), names, values, item);
    return every ? operands.every(isHeld) : operands.some(isHeld);
  }
  return holdsAlone(expression, names, values, item);
}

function splitTopLevel(expression: string, operator: string): string[] {
  if (!expression.includes(operator)) return [expression];
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
  const found = item?.[names[name] ?? ''];
  const wanted = value.startsWith('#') ? item?.[names[value] ?? ''] : values[value];
  if (operator === '=') return isDeepStrictEqual(found, wanted);
  // DynamoDB compares values of one type only.
  if (found === undefined || found === null || typeof found !== typeof wanted) return false;
  const [left, right] = [found as string | number, wanted as string | number];
  if (operator === '>=') return left >= right;
  if (operator === '<=') return left <= right;
  if (operator === '<') return left < right;
  throw new Error(`The memory table does not know the condition ${expression}: add it.`);
}
