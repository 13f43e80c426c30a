import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { awsClientSettings } from '../platform/aws-client.ts';
import { type Randomness, randomFraction } from '../platform/randomness.ts';
import { isThrottling, Throttled } from '../platform/throttling.ts';
import type { Collection, PrimaryKey } from './keys.ts';
import { isSeveral, type Query, type QueryOptions, type ReadAhead, ReadsAhead } from './reads-ahead.ts';
import { currentSchema, type Schema } from './schema.ts';
import {
  type AnyGuard,
  type Guard,
  type StoredItem,
  TRANSACTION_MAX_WRITES,
  type Transaction,
  toCommandInput,
  type UpdateWrite,
  updateInput,
  type Write,
  writeInput,
} from './transaction.ts';

/** The result of an update: the item after it or, where its condition does not hold, the existing item. */
export interface UpdateResult<Item> {
  written: boolean;
  item: Item | undefined;
}

export type WriteResult<Item> = { written: true } | { written: false; existing: Item | undefined };

/** Tries of a call that meets another transaction or throttling, and the longest of its pauses in milliseconds. */
interface Patience {
  tries: number;
  longestPause: number;
}
const PATIENCE: Patience = { tries: 10, longestPause: 1000 };
/**
 * Where the transaction writes a contended item. DynamoDB takes about a hundred transactions a second on one item,
 * so a thousand at the same time need more than ten seconds. These tries wait some twenty, and less often than
 * others, since each try costs the table as much as a success. A function that makes such a transaction for a
 * caller has 29 s.
 */
const PATIENCE_WITH_CONTENTION: Patience = { tries: 18, longestPause: 3000 };
const FIRST_PAUSE = 25;

/** Keys of one BatchGetItem call, and deletes of one BatchWriteItem call. */
const BATCH_GET_MAX = 100;
const BATCH_WRITE_MAX = 25;

/** One of `of` parts of a table, which are about equally large; `part` counts from 0. */
export interface TablePart {
  part: number;
  of: number;
}

/**
 * The service's only DynamoDB table, with the operations that the domain uses. Items are returned in the
 * shape of this code, whatever version has stored them.
 */
export class Table {
  readonly name: string;
  readonly schema: Schema;
  /** The table of the process, of which this one may keep reads ahead for a request. */
  readonly base: Table;
  readonly #client: DynamoDBDocumentClient;
  readonly #randomness: Randomness;
  readonly #ahead = new ReadsAhead();

  constructor(
    client: DynamoDBClient | DynamoDBDocumentClient,
    name: string,
    randomness: Randomness,
    schema = currentSchema,
    base?: Table,
  ) {
    this.#client =
      client instanceof DynamoDBDocumentClient
        ? client
        : DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    this.name = name;
    this.schema = schema;
    this.#randomness = randomness;
    this.base = base ?? this;
  }

  /** The same table for one request, which keeps what is read ahead for it. */
  forRequest(): Table {
    return new Table(this.#client, this.name, this.#randomness, this.schema, this.base);
  }

  /**
   * Begins reads whose results are kept for `get`, `getMany`, `query` and `all` until the next write. Of a query one page is
   * read, and the rest when it is asked for: the request may be refused.
   */
  readAhead(reads: readonly ReadAhead[]): void {
    for (const read of reads) this.#ahead.begin(read, () => this.#begin(read));
  }

  #begin(read: ReadAhead): Promise<unknown> {
    if (isSeveral(read)) return this.#readMany(read, true);
    return 'SK' in read ? this.#read(read, true) : begun(this.#pages(read));
  }

  /** @param consistent whether the read sees every earlier write, which costs twice as much */
  async get<Item>(key: PrimaryKey, consistent = true): Promise<Item | undefined> {
    const ahead = this.#ahead.take(key);
    return ahead ? (ahead as Promise<Item | undefined>) : this.#read<Item>(key, consistent);
  }

  async #read<Item>({ PK, SK }: PrimaryKey, consistent: boolean): Promise<Item | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.name, Key: { PK, SK }, ConsistentRead: consistent }),
    );
    return this.#current(Item);
  }

  /** A stored item in the shape of this code. */
  #current<Item>(stored: Record<string, unknown> | undefined): Item | undefined {
    return stored && (this.schema.upToDate(stored) as Item);
  }

  /**
   * The items of distinct keys, in the order of the keys; undefined where there is none. Many keys take several
   * calls, side by side.
   * @param consistent as for {@link get}
   * @throws {@link Throttled} when the table stays busy.
   */
  async getMany<Item>(wanted: readonly PrimaryKey[], consistent = true): Promise<(Item | undefined)[]> {
    const ahead = this.#ahead.take(wanted);
    return ahead ? (ahead as Promise<(Item | undefined)[]>) : this.#readMany(wanted, consistent);
  }

  async #readMany<Item>(wanted: readonly PrimaryKey[], consistent: boolean): Promise<(Item | undefined)[]> {
    const found = new Map<string, Item>();
    const firsts = Array.from(
      { length: Math.ceil(wanted.length / BATCH_GET_MAX) },
      (_, call) => call * BATCH_GET_MAX,
    );
    await Promise.all(
      firsts.map((first) => this.#getBatch(wanted.slice(first, first + BATCH_GET_MAX), consistent, found)),
    );
    return wanted.map((key) => found.get(textOf(key)));
  }

  async #getBatch<Item>(
    wanted: readonly PrimaryKey[],
    consistent: boolean,
    found: Map<string, Item>,
  ): Promise<void> {
    let left = wanted.map(({ PK, SK }) => ({ PK, SK }));
    for (let tryCount = 1; left.length > 0; tryCount++) {
      const { Responses, UnprocessedKeys } = await this.#client.send(
        new BatchGetCommand({ RequestItems: { [this.name]: { Keys: left, ConsistentRead: consistent } } }),
      );
      for (const item of Responses?.[this.name] ?? []) {
        found.set(textOf(item as PrimaryKey), this.schema.upToDate(item) as Item);
      }
      left = (UnprocessedKeys?.[this.name]?.Keys ?? []) as PrimaryKey[];
      if (left.length > 0) await this.#pauseOrGiveUp(tryCount);
    }
  }

  /** All items of a collection. They are read page by page, as DynamoDB returns them. */
  async *query<Item>(collection: Query, options: QueryOptions = {}): AsyncGenerator<Item> {
    const query = { ...collection, ...options };
    const ahead = this.#ahead.take(query);
    yield* ahead ? ((await ahead) as AsyncGenerator<Item>) : this.#pages<Item>(query);
  }

  async *#pages<Item>(query: Query): AsyncGenerator<Item> {
    const { index, after, between } = query;
    let start: Record<string, unknown> | undefined =
      after === undefined ? undefined : { PK: query.PK, SK: after };
    const [first, last] = between ?? [];
    // DynamoDB rejects a range that ends before it begins. Such a range is empty.
    if (first !== undefined && last !== undefined && first > last) return;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    do {
      const most = Math.min(left, query.pageSize ?? Number.POSITIVE_INFINITY);
      const page = await this.#client.send(
        new QueryCommand({
          TableName: this.name,
          ...keyCondition(query),
          ScanIndexForward: !query.newestFirst,
          // An index has no consistent reads.
          ConsistentRead: index === undefined && (query.consistent ?? !query.mayLag),
          ...(index && { IndexName: index }),
          ...(Number.isFinite(most) && { Limit: most }),
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      for (const item of page.Items ?? []) {
        yield this.schema.upToDate(item) as Item;
        left -= 1;
      }
      start = page.LastEvaluatedKey;
    } while (start && left > 0);
  }

  /** The items of the shards of a collection, one shard after another. */
  async *queryShards<Item>(shards: readonly Collection[], options: QueryOptions = {}): AsyncGenerator<Item> {
    for (const shard of shards) yield* this.query<Item>(shard, options);
  }

  async all<Item>(collection: Query, options?: QueryOptions): Promise<Item[]> {
    return Array.fromAsync(this.query<Item>(collection, options));
  }

  /**
   * Commits all writes or none. It tries again while other transactions write the same items or the table throttles.
   * @throws the `onConditionFailed` of the first condition that does not hold; {@link Throttled} when the
   * table stays busy.
   */
  async commit(transaction: Transaction): Promise<void> {
    this.#ahead.forget();
    if (transaction.length > TRANSACTION_MAX_WRITES) {
      throw new Error(`A transaction of ${transaction.length} writes exceeds ${TRANSACTION_MAX_WRITES}.`);
    }
    const contended = transaction.some((write) => write.kind === 'Update' && write.contended);
    const patience = contended ? PATIENCE_WITH_CONTENTION : PATIENCE;
    for (let tryCount = 1; ; tryCount++) {
      try {
        await this.#client.send(
          new TransactWriteCommand(toCommandInput(this.name, this.schema, transaction)),
        );
        return;
      } catch (error) {
        if (error instanceof TransactionCanceledException) {
          const blocked = blockedWrites(error.CancellationReasons ?? [], transaction);
          if (!(await this.#upgradedAny(blocked))) {
            const [first] = blocked;
            if (first) throw this.#errorOf(first);
          }
        } else if (!isThrottling(error)) throw error;
        await this.#pauseOrGiveUp(tryCount, error, patience);
      }
    }
  }

  /**
   * Makes one write without a transaction, at half the price. The caller handles a condition that does not
   * hold.
   * @returns whether it was written, and otherwise the existing item
   */
  async write<Item>(write: Write<AnyGuard>): Promise<WriteResult<Item>> {
    const { written, item } = await this.#writeOne<Item>(write, {}, () => false);
    return written ? { written } : { written, existing: item };
  }

  /**
   * Makes one update and returns the item, without a further read. While the table throttles, it tries again. A try
   * whose answer was lost may have been written, so the condition has to tell whether the update was made before.
   * @throws {@link Throttled} when the table stays busy.
   */
  updateAndGet<Item>(write: UpdateWrite<AnyGuard>): Promise<UpdateResult<Item>> {
    return this.#writeOne<Item>(write, { ReturnValues: 'ALL_NEW' }, isBusy);
  }

  async #writeOne<Item>(
    write: Write<AnyGuard>,
    options: Pick<UpdateCommandInput, 'ReturnValues'>,
    isRetried: (error: unknown) => boolean,
  ): Promise<UpdateResult<Item>> {
    this.#ahead.forget();
    for (let tryCount = 1; ; tryCount++) {
      try {
        const { Attributes } = await this.#send(write, options);
        return { written: true, item: this.#current<Item>(Attributes) };
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) {
          const existing = error.Item && unmarshall(error.Item);
          if (!(await this.#upgradedAny([{ write, existing }]))) {
            return { written: false, item: this.#current<Item>(existing) };
          }
        } else if (!isRetried(error)) throw error;
        await this.#pauseOrGiveUp(tryCount, error);
      }
    }
  }

  /**
   * Stores an item in the shape of this code, if it has an older one. Other processes may write the item
   * meanwhile: only the attributes that its migrations change are written, on condition that their sources
   * are as they were read.
   * @param stored the item as the table returned it; items of the index may be out of date
   * @returns whether this call has stored it: another process may have done so, or deleted the item
   * @throws {@link Throttled} when the item changes during every try.
   */
  async upgrade(stored: StoredItem): Promise<boolean> {
    this.#ahead.forget();
    let item: StoredItem | undefined = stored;
    for (let tryCount = 1; ; tryCount++) {
      const upgrade = item && this.schema.upgradeOf(item);
      if (!upgrade) return false;
      try {
        const input = updateInput(stored, upgrade.change, upgrade.unchanged);
        await this.#client.send(new UpdateCommand({ TableName: this.name, ...input } as UpdateCommandInput));
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) {
          item = error.Item && (unmarshall(error.Item) as StoredItem);
        } else if (!isBusy(error)) throw error;
        await this.#pauseOrGiveUp(tryCount, error);
      }
    }
  }

  /** For operators: the items of a part of the table as they are stored, page by page. */
  async *scan({ part, of }: TablePart, pageSize: number): AsyncGenerator<StoredItem[]> {
    let start: Record<string, unknown> | undefined;
    do {
      const page = await this.#client.send(
        new ScanCommand({
          TableName: this.name,
          Segment: part,
          TotalSegments: of,
          Limit: pageSize,
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      yield (page.Items ?? []) as StoredItem[];
      start = page.LastEvaluatedKey;
    } while (start);
  }

  /**
   * Upgrades the items on which an update failed because of their older shape. A function that may update an
   * item may upgrade it as well. The failed conditions of other kinds of writes are final.
   * @returns whether there were such items, so that the update has to be tried again
   */
  async #upgradedAny(blocked: readonly BlockedWrite<AnyGuard>[]): Promise<boolean> {
    const outdated = blocked.flatMap(({ write, existing }) =>
      write.kind === 'Update' && existing && this.schema.compare(existing) < 0 ? [existing] : [],
    );
    for (const item of outdated) await this.upgrade(item as StoredItem);
    return outdated.length > 0;
  }

  #errorOf({ write, existing }: BlockedWrite): Error {
    return (
      write.guard?.onConditionFailed(this.#current(existing)) ??
      new Error(`A condition failed on a ${write.kind} without a guard.`)
    );
  }

  #send(
    write: Write<AnyGuard>,
    options: Pick<UpdateCommandInput, 'ReturnValues'>,
  ): Promise<{ Attributes?: Record<string, unknown> | undefined }> {
    const command = { TableName: this.name, ...writeInput(this.schema, write), ...options };
    switch (write.kind) {
      case 'Put':
        return this.#client.send(new PutCommand(command as PutCommandInput));
      case 'Update':
        return this.#client.send(new UpdateCommand(command as UpdateCommandInput));
      case 'Delete':
        return this.#client.send(new DeleteCommand(command as DeleteCommandInput));
      case 'ConditionCheck':
        throw new Error('A condition check needs a transaction: call commit.');
    }
  }

  /** Deletes items without conditions, and not in one transaction; safe to repeat. */
  async removeAll(found: readonly PrimaryKey[]): Promise<void> {
    this.#ahead.forget();
    for (let first = 0; first < found.length; first += BATCH_WRITE_MAX) {
      let requests = found
        .slice(first, first + BATCH_WRITE_MAX)
        .map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
      for (let tryCount = 1; requests.length > 0; tryCount++) {
        const { UnprocessedItems } = await this.#client.send(
          new BatchWriteCommand({ RequestItems: { [this.name]: requests } }),
        );
        requests = (UnprocessedItems?.[this.name] ?? []) as typeof requests;
        if (requests.length > 0) await this.#pauseOrGiveUp(tryCount);
      }
    }
  }

  /** Pauses before the next try, longer after each. @throws {@link Throttled} after the last. */
  async #pauseOrGiveUp(tryCount: number, cause?: unknown, { tries, longestPause } = PATIENCE): Promise<void> {
    if (tryCount === tries) throw new Throttled(`The table was busy during ${tries} tries.`, { cause });
    const longest = Math.min(FIRST_PAUSE * 2 ** tryCount, longestPause);
    await pause(longest * randomFraction(this.#randomness));
  }
}

/** Waits for the first page of a query. The result has all items, and reads the rest when it is asked for. */
async function begun<Item>(items: AsyncGenerator<Item>): Promise<AsyncGenerator<Item>> {
  const first = await items.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* items;
  })();
}

/** Whether a single write met throttling, or a transaction on the same item. */
function isBusy(error: unknown): boolean {
  return isThrottling(error) || (error instanceof Error && error.name === 'TransactionConflictException');
}

/** DynamoDB refuses an empty prefix, so a collection without one is a condition on the partition alone. */
function keyCondition({ PK, prefix, index, between }: Query) {
  const keys = index ?? '';
  const [first, last] = between ?? [];
  const range =
    last !== undefined
      ? ' AND #SK BETWEEN :first AND :last'
      : prefix === ''
        ? ''
        : ' AND begins_with(#SK, :first)';
  return {
    KeyConditionExpression: `#PK = :PK${range}`,
    ExpressionAttributeNames: { '#PK': `${keys}PK`, ...(range && { '#SK': `${keys}SK` }) },
    ExpressionAttributeValues: {
      ':PK': PK,
      ...(range && { ':first': first ?? prefix }),
      ...(last !== undefined && { ':last': last }),
    },
  };
}

function textOf({ PK, SK }: PrimaryKey): string {
  return `${PK}\n${SK}`;
}

/** A write whose condition did not hold, and the existing item. */
interface BlockedWrite<By extends AnyGuard = Guard> {
  write: Write<By>;
  existing: Record<string, unknown> | undefined;
}

function blockedWrites(reasons: readonly CancellationReason[], transaction: Transaction): BlockedWrite[] {
  return transaction.flatMap((write, position) => {
    const reason = reasons[position];
    if (reason?.Code !== 'ConditionalCheckFailed') return [];
    return [{ write, existing: reason.Item && unmarshall(reason.Item) }];
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The table of a deployed function. */
export function connectTable(name: string, randomness: Randomness): Table {
  return new Table(new DynamoDBClient(awsClientSettings()), name, randomness);
}
