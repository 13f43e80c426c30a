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
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Randomness, randomFraction } from '../platform/randomness.ts';
import type { Collection, Key } from './keys.ts';
import { type Step, TRANSACTION_MAX_STEPS, type Transaction, toCommandInput } from './transaction.ts';

/** Worth another try: the table was busy. The flow's retries know it by its name. */
export class Transient extends Error {
  override readonly name = 'Transient';
}

export interface QueryOptions {
  newestFirst?: boolean;
  /** Sort key from which to read on, exclusive. */
  after?: string;
  limit?: number;
  /** Items that one call reads: who stops early has read no more. Default: what fits into 1 MB. */
  pageSize?: number;
  /** The first and the last sort key to read, both inclusive. */
  between?: readonly [string, string];
  /** Read what the newest write left; costs twice as much. Default: true. */
  consistent?: boolean;
}

export type Attempt<Item> = { written: true } | { written: false; existing: Item | undefined };

/** How often a transaction that met another one is tried, and the longest first pause in milliseconds. */
const CONFLICT_TRIES = 10;
const CONFLICT_PAUSE = 25;
const CONFLICT_PAUSE_MAX = 1000;

const THROTTLING = ['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'];

/** Keys of one BatchGetItem call, and deletes of one BatchWriteItem call. */
const BATCH_GET_MAX = 100;
const BATCH_WRITE_MAX = 25;

/** The one DynamoDB table, with the few operations that the domain is made of. */
export class Table {
  readonly name: string;
  readonly #client: DynamoDBDocumentClient;
  readonly #randomness: Randomness;

  constructor(client: DynamoDBClient, name: string, randomness: Randomness) {
    this.#client = DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    });
    this.name = name;
    this.#randomness = randomness;
  }

  async get<Item>(key: Key): Promise<Item | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.name, Key: key, ConsistentRead: true }),
    );
    return Item as Item | undefined;
  }

  /**
   * The items of distinct keys, in the order of the keys; undefined where there is none.
   * @throws {@link Transient} when the table stays busy.
   */
  async getMany<Item>(wanted: readonly Key[]): Promise<(Item | undefined)[]> {
    const found = new Map<string, Item>();
    for (let first = 0; first < wanted.length; first += BATCH_GET_MAX) {
      let left = wanted.slice(first, first + BATCH_GET_MAX).map(({ PK, SK }) => ({ PK, SK }));
      for (let attempt = 1; left.length > 0; attempt++) {
        const { Responses, UnprocessedKeys } = await this.#client.send(
          new BatchGetCommand({ RequestItems: { [this.name]: { Keys: left, ConsistentRead: true } } }),
        );
        for (const item of Responses?.[this.name] ?? []) found.set(textOf(item as Key), item as Item);
        left = (UnprocessedKeys?.[this.name]?.Keys ?? []) as Key[];
        if (left.length > 0) await this.#pauseOrGiveUp(attempt);
      }
    }
    return wanted.map((key) => found.get(textOf(key)));
  }

  /** All items of a collection, page by page as DynamoDB hands them out. */
  async *query<Item>(collection: Collection, options: QueryOptions = {}): AsyncGenerator<Item> {
    let start: Record<string, unknown> | undefined =
      options.after === undefined ? undefined : { PK: collection.PK, SK: options.after };
    const { index } = collection;
    const [first, last] = options.between ?? [];
    // DynamoDB refuses a range that ends before it begins; nothing lies in it.
    if (first !== undefined && last !== undefined && first > last) return;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    do {
      const most = Math.min(left, options.pageSize ?? Number.POSITIVE_INFINITY);
      const page = await this.#client.send(
        new QueryCommand({
          TableName: this.name,
          KeyConditionExpression: `#PK = :PK AND ${last === undefined ? 'begins_with(#SK, :first)' : '#SK BETWEEN :first AND :last'}`,
          ExpressionAttributeNames: { '#PK': `${index ?? ''}PK`, '#SK': `${index ?? ''}SK` },
          ExpressionAttributeValues: {
            ':PK': collection.PK,
            ':first': first ?? collection.prefix,
            ...(last !== undefined && { ':last': last }),
          },
          ScanIndexForward: !options.newestFirst,
          // An index has no consistent reads.
          ConsistentRead: index === undefined && (options.consistent ?? true),
          ...(index && { IndexName: index }),
          ...(Number.isFinite(most) && { Limit: most }),
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      for (const item of page.Items ?? []) {
        yield item as Item;
        left -= 1;
      }
      start = page.LastEvaluatedKey;
    } while (start && left > 0);
  }

  async all<Item>(collection: Collection, options?: QueryOptions): Promise<Item[]> {
    return Array.fromAsync(this.query<Item>(collection, options));
  }

  /**
   * Writes all of it or nothing.
   * @param tries how often, at most, while other transactions are at the same items or the table throttles.
   * @throws what the first condition that does not hold has as its refusal; {@link Transient} when the table
   * stays busy.
   */
  async commit(transaction: Transaction, tries = CONFLICT_TRIES): Promise<void> {
    if (transaction.length > TRANSACTION_MAX_STEPS) {
      throw new Error(`A transaction of ${transaction.length} steps exceeds ${TRANSACTION_MAX_STEPS}.`);
    }
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#client.send(new TransactWriteCommand(toCommandInput(this.name, transaction)));
        return;
      } catch (error) {
        if (error instanceof TransactionCanceledException) {
          const refused = refusalOf(error.CancellationReasons ?? [], transaction);
          if (refused) throw refused;
        } else if (!isThrottling(error)) throw error;
        await this.#pauseOrGiveUp(attempt, error, tries);
      }
    }
  }

  /**
   * One write on its own, at half the price of a transaction. What a condition means is up to the caller.
   * @returns whether it was written, and otherwise the item that stood in its way
   */
  async attempt<Item>(step: Step): Promise<Attempt<Item>> {
    try {
      await this.#write(step);
      return { written: true };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { written: false, existing: error.Item && (unmarshall(error.Item) as Item) };
    }
  }

  #write({ kind, input }: Step): Promise<unknown> {
    const command = { TableName: this.name, ...input };
    switch (kind) {
      case 'Put':
        return this.#client.send(new PutCommand(command as PutCommandInput));
      case 'Update':
        return this.#client.send(new UpdateCommand(command as UpdateCommandInput));
      case 'Delete':
        return this.#client.send(new DeleteCommand(command as DeleteCommandInput));
      case 'ConditionCheck':
        throw new Error('A condition is only checked within a transaction.');
    }
  }

  /** Deletes items that need no condition and no common moment; safe to run twice. */
  async removeAll(found: readonly Key[]): Promise<void> {
    for (let first = 0; first < found.length; first += BATCH_WRITE_MAX) {
      let requests = found
        .slice(first, first + BATCH_WRITE_MAX)
        .map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
      for (let attempt = 1; requests.length > 0; attempt++) {
        const { UnprocessedItems } = await this.#client.send(
          new BatchWriteCommand({ RequestItems: { [this.name]: requests } }),
        );
        requests = (UnprocessedItems?.[this.name] ?? []) as typeof requests;
        if (requests.length > 0) await this.#pauseOrGiveUp(attempt);
      }
    }
  }

  /** Before the next try; the pause grows with each. @throws {@link Transient} after the last. */
  async #pauseOrGiveUp(attempt: number, cause?: unknown, tries = CONFLICT_TRIES): Promise<void> {
    if (attempt === tries) throw new Transient('The table is busy.', { cause });
    const longest = Math.min(CONFLICT_PAUSE * 2 ** attempt, CONFLICT_PAUSE_MAX);
    await pause(longest * randomFraction(this.#randomness));
  }
}

/** What DynamoDB answers beyond its capacity, after the client's own quick retries. */
function isThrottling(error: unknown): boolean {
  return error instanceof Error && THROTTLING.includes(error.name);
}

function textOf({ PK, SK }: Key): string {
  return `${PK}\n${SK}`;
}

function refusalOf(reasons: CancellationReason[], transaction: Transaction): Error | undefined {
  for (const [position, reason] of reasons.entries()) {
    if (reason.Code !== 'ConditionalCheckFailed') continue;
    const existing = reason.Item ? unmarshall(reason.Item) : undefined;
    return transaction[position]?.refusal?.(existing) ?? new Error('A condition without a refusal failed.');
  }
  return undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The table as a deployed function reaches it. */
export function connectTable(name: string, randomness: Randomness): Table {
  return new Table(new DynamoDBClient({}), name, randomness);
}
