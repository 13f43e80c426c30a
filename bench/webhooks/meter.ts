import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';

/** What was called and consumed. */
export interface Cost {
  readUnits: number;
  writeUnits: number;
  /** Calls by their names, `TransactWriteItems` for instance. */
  calls: Record<string, number>;
}

/** Counts what SDK clients call, into the cost that it is given at the time. */
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

/** The cost of one, of so many that cost this together. */
export function costOfEach({ readUnits, writeUnits, calls }: Cost, count: number): Cost {
  return {
    readUnits: readUnits / count,
    writeUnits: writeUnits / count,
    calls: Object.fromEntries(Object.entries(calls).map(([name, number]) => [name, number / count])),
  };
}
