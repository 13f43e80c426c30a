import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import type { Table } from '../../../shared/table/table.ts';
import { freshTable } from '../../support/fresh-table.ts';

/** The units that the table charges, and the number of calls. */
export interface Cost {
  writes: number;
  writeUnits: number;
  reads: number;
  readUnits: number;
}

export const NOTHING: Cost = { writes: 0, writeUnits: 0, reads: 0, readUnits: 0 };

/** A table of its own whose charges are measured. */
export interface MeteredTable {
  client: DynamoDBClient;
  table: Table;
  costOf(work: () => Promise<unknown>): Promise<Cost>;
  stop(): Promise<void>;
}

export async function meteredTable(): Promise<MeteredTable> {
  const { client, table, stop } = await freshTable(systemRandomness);
  let cost = { ...NOTHING };
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const isRead = commandName === 'GetItemCommand';
        if (isRead) cost.reads += 1;
        else cost.writes += 1;
        // A condition that does not hold costs the write unit, too, but the error does not tell.
        if (!isRead) cost.writeUnits += 1;
        const result = await next(args);
        const units = unitsOf(result.output);
        if (isRead) cost.readUnits += units;
        else cost.writeUnits += units - 1;
        return result;
      },
    { step: 'initialize' },
  );
  return {
    client,
    table,
    costOf: async (work) => {
      cost = { ...NOTHING };
      await work();
      return cost;
    },
    stop,
  };
}

function unitsOf(output: object): number {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: { CapacityUnits?: number } };
  const units = ConsumedCapacity?.CapacityUnits;
  if (units === undefined) throw new Error('The engine did not tell the consumed capacity.');
  return units;
}
