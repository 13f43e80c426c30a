import type { Clock } from '../platform/clock.ts';
import { idFactory, type NewId } from '../platform/id.ts';
import type { Randomness } from '../platform/randomness.ts';
import type { Table } from '../table/table.ts';

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
