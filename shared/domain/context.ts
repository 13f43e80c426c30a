import type { Actor } from '../contract/trail.ts';
import type { Clock } from '../platform/clock.ts';
import { idFactory, type NewId } from '../platform/id.ts';
import type { Randomness } from '../platform/randomness.ts';
import type { TableScope } from '../table/scope.ts';
import type { Table } from '../table/table.ts';

/** Dependencies of the domain's rules: their only source of time, randomness and storage. */
export interface DomainContext {
  table: Table;
  clock: Clock;
  randomness: Randomness;
  newId: NewId;
  /** The secret of the stage under which webhook secrets are encrypted. */
  webhookSecretKey: WebhookSecretKey;
  /** The actor of the rules, for the audit trail; absent for the service itself. */
  actor?: Actor;
  /** The network address that the request came from. */
  address?: string;
}

/** Reads a secret, at most once per process. */
export type WebhookSecretKey = () => Promise<string>;

export function domainContext(
  table: Table,
  clock: Clock,
  randomness: Randomness,
  webhookSecretKey: WebhookSecretKey,
): DomainContext {
  return { table, clock, randomness, newId: idFactory(clock, randomness), webhookSecretKey };
}

/** The same dependencies for an actor, or with the address of the request. */
export function actingAs(
  context: DomainContext,
  { actor = context.actor, address = context.address }: { actor?: Actor | undefined; address?: string },
): DomainContext {
  const { clock, randomness, newId, webhookSecretKey } = context;
  return {
    clock,
    randomness,
    newId,
    webhookSecretKey,
    // The table of a deployed function is connected on first use.
    get table() {
      return context.table;
    },
    ...(actor && { actor }),
    ...(address !== undefined && { address }),
  };
}

/** The same dependencies with the table of one request. */
export function withinScope(context: DomainContext, scope: TableScope): DomainContext {
  const { clock, randomness, newId, webhookSecretKey, actor, address } = context;
  let scoped: Table | undefined;
  return {
    clock,
    randomness,
    newId,
    webhookSecretKey,
    get table() {
      scoped ??= context.table.within(scope);
      return scoped;
    },
    ...(actor && { actor }),
    ...(address !== undefined && { address }),
  };
}
