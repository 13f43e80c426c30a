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

let deployed: DomainContext | undefined;

/** The context of a deployed function, made once for each of its environments. */
export function deployedContext(): DomainContext {
  deployed ??= domainContext(
    connectTable(environment('TABLE_NAME'), systemRandomness),
    systemClock,
    systemRandomness,
  );
  return deployed;
}
