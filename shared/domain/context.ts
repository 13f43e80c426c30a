import { type Clock, systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { idFactory, type NewId } from '../platform/id.ts';
import { type Randomness, systemRandomness } from '../platform/randomness.ts';
import { connectTable, type Table } from '../table/table.ts';

/** What every rule of the domain works with; the one place where time, chance and storage come in. */
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
  /** Connected on first use: a function that permissions no table has none to connect to. */
  get table() {
    connected ??= connectTable(environment('TABLE_NAME'), systemRandomness);
    return connected;
  },
};

/** The context of a deployed function; its connection lasts as long as the function's environment. */
export function deployedContext(): DomainContext {
  return deployed;
}
