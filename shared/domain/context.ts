import type { Actor } from '../contract/trail.ts';
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
  /** For whom the rules run, for the audit trail; absent for the service itself. */
  actor?: Actor;
  /** The network address that the request came from. */
  address?: string;
}

export function domainContext(table: Table, clock: Clock, randomness: Randomness): DomainContext {
  return { table, clock, randomness, newId: idFactory(clock, randomness) };
}

/** The same dependencies for an actor, or with the address of the request. */
export function actingAs(
  context: DomainContext,
  { actor = context.actor, address = context.address }: { actor?: Actor | undefined; address?: string },
): DomainContext {
  const { clock, randomness, newId } = context;
  return {
    clock,
    randomness,
    newId,
    // The table of a deployed function is connected on first use.
    get table() {
      return context.table;
    },
    ...(actor && { actor }),
    ...(address !== undefined && { address }),
  };
}
