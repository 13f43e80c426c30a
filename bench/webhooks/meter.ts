import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';

/** Calls and consumed capacity. */
export interface Cost {
  readUnits: number;
  writeUnits: number;
  /** The number of calls by operation, such as `TransactWriteItems`. */
  calls: Record<string, number>;
}

/** Counts the calls of SDK clients. `countInto` chooses the cost to which calls are added from then on. */
export class Meter {
  #cost = noCost();

  countInto(cost: Cost): void {
    this.#cost = cost;
  }

  watchTable(client: DynamoDBClient): void {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (call) => {
          Object.assign(call.input, { ReturnConsumedCapacity: 'TOTAL' });
          const result = await next(call);
          this.#countCall(commandName);
          const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Capacities };
          const units = [ConsumedCapacity ?? []]
            .flat()
            .reduce((sum, part) => sum + (part.CapacityUnits ?? 0), 0);
          if (/^(Get|BatchGet|Query)/.test(commandName)) this.#cost.readUnits += units;
          else this.#cost.writeUnits += units;
          return result;
        },
      { step: 'initialize' },
    );
  }

  watchQueue(client: SQSClient): void {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (call) => {
          this.#countCall(commandName);
          return next(call);
        },
      { step: 'initialize' },
    );
  }

  #countCall(commandName: string): void {
    const name = commandName.replace(/Command$/, '');
    this.#cost.calls[name] = (this.#cost.calls[name] ?? 0) + 1;
  }
}

type Capacities = ConsumedCapacity | ConsumedCapacity[];

export function noCost(): Cost {
  return { readUnits: 0, writeUnits: 0, calls: {} };
}

/** The average cost of one of `count` webhooks. */
export function costOfEach({ readUnits, writeUnits, calls }: Cost, count: number): Cost {
  return {
    readUnits: readUnits / count,
    writeUnits: writeUnits / count,
    calls: Object.fromEntries(Object.entries(calls).map(([name, number]) => [name, number / count])),
  };
}
