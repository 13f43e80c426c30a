import { type Clock, systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { idFactory, type NewId } from '../platform/id.ts';
import { type Randomness, systemRandomness } from '../platform/randomness.ts';
import { connectTable, type Table } from '../table/table.ts';

/** Dependencies of the domain's rules: their only source of time, randomness and storage. */
export interface DomainContext {
  table: Table;
  clock: Clock;
  randomness: Randomness;
  newId: NewId;
}

export function domainContext(table: Table, clock: Clock, randomness: Randomness): DomainContext {
  return { table, clock, randomness, newId: idFactory(clock, randomness) };
}

let connected: Table | undefined;

const deployed: DomainContext = {
  clock: systemClock,
  randomness: systemRandomness,
  newId: idFactory(systemClock, systemRandomness),
  /** Connected on first use, since a function without a permission for the table has no table name. */
  get table() {
    connected ??= connectTable(environment('TABLE_NAME'), systemRandomness);
    return connected;
  },
};

/** The context of a deployed function; its connection lasts as long as the function's environment. */
export function deployedContext(): DomainContext {
  return deployed;
}
