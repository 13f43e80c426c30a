import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { PrimaryKey } from '../../shared/table/keys.ts';
import { type Item, transactionUnits } from '../cost/units.ts';

/** The units and round trips of a stretch of calls. */
export interface Used {
  readUnits: number;
  writeUnits: number;
  calls: number;
  /** The longest chain of calls of which each began after another had ended. */
  roundTrips: number;
}

interface Input {
  TableName?: string;
  TransactItems?: Record<string, { TableName: string; Key?: PrimaryKey; Item?: PrimaryKey }>[];
}

interface Output {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
}

/** Counts units and round trips of a client. The engine tells the units of all calls but transactions. */
export class TableMeter {
  #used: Used = { readUnits: 0, writeUnits: 0, calls: 0, roundTrips: 0 };
  readonly #client: DynamoDBClient;
  #paused = true;

  constructor(client: DynamoDBClient) {
    this.#client = client;
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (call) => {
          if (this.#paused) return next(call);
          const depth = this.#used.roundTrips + 1;
          this.#used.calls += 1;
          const input = call.input as Input;
          const before = await this.#itemsOf(input);
          const result = await next({ ...call, input: { ...input, ReturnConsumedCapacity: 'TOTAL' } });
          this.#used.roundTrips = Math.max(this.#used.roundTrips, depth);
          const units = input.TransactItems
            ? (await this.#itemsOf(input)).reduce(
                (sum, after, place) => sum + transactionUnits(before[place] ?? {}, after),
                0,
              )
            : unitsOf(result.output as Output);
          const isRead = /Get|Query/.test(commandName);
          this.#used[isRead ? 'readUnits' : 'writeUnits'] += units;
          return result;
        },
      { step: 'initialize' },
    );
  }

  /** The use since the meter began. */
  async of(work: () => Promise<unknown>): Promise<Used> {
    this.#used = { readUnits: 0, writeUnits: 0, calls: 0, roundTrips: 0 };
    this.#paused = false;
    await work();
    this.#paused = true;
    return this.#used;
  }

  /** The items of a transaction as they are now, empty where there are none. */
  async #itemsOf({ TransactItems = [] }: Input): Promise<Item[]> {
    this.#paused = true;
    const items: Item[] = [];
    for (const { TableName, Key, Item } of TransactItems.flatMap((write) => Object.values(write))) {
      const { PK = '', SK = '' } = Key ?? Item ?? {};
      const found = await this.#client.send(
        new GetItemCommand({
          TableName,
          Key: { PK: { S: PK }, SK: { S: SK } },
          ConsistentRead: true,
        }),
      );
      items.push((found.Item ?? {}) as Item);
    }
    this.#paused = false;
    return items;
  }
}

function unitsOf({ ConsumedCapacity = [] }: Output): number {
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
