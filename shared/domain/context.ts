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

/** The context of an actor, of the address of a request, or of the table of a request. */
export function contextWith(
  context: DomainContext,
  {
    actor = context.actor,
    address = context.address,
    table = () => context.table,
  }: { actor?: Actor | undefined; address?: string; table?: () => Table },
): DomainContext {
  const { clock, randomness, newId, webhookSecretKey } = context;
  return {
    clock,
    randomness,
    newId,
    webhookSecretKey,
    // The table of a deployed function is connected on first use.
    get table() {
      return table();
    },
    ...(actor && { actor }),
    ...(address !== undefined && { address }),
  };
}
