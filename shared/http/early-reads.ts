import type * as z from 'zod';
import type { Auth, EndpointFacts, UrlParts } from '../contract/endpoint.ts';
import { type DomainContext, withinScope } from '../domain/context.ts';
import { organizationNamedBy } from '../domain/organization/api-key.ts';
import { hasRoom } from '../domain/rate-limit/limiter.ts';
import { addressPool } from '../domain/rate-limit/pool.ts';
import { organizationOfUserSession } from '../domain/user/session.ts';
import { MINUTE } from '../platform/clock.ts';
import { scopes } from '../table/keys.ts';
import { type ReadAhead, TableScope } from '../table/scope.ts';
import { allowed, type EarlyReads, type Exchange } from './exchange.ts';
import { parseUrl } from './parse.ts';
import { bearerToken, type Caller, viewerAddress } from './request.ts';

/** The part of a caller that names what a request reads. A key or a user's session names it before it is looked up. */
interface Readers {
  apiKey: { organizationId: string };
  userSession: { organizationId: string };
  memberSession: Caller<'memberSession'>;
  optional: undefined;
  none: undefined;
}

/**
 * Names the items and collections that a handler will read, as far as the path and the query of its request name them.
 * The body is not among them: a list in it would have anyone read as many items as it names.
 */
export type Reads<Params extends z.ZodType, Query extends z.ZodType, Kind extends Auth> = (
  request: UrlParts<Params, Query> & { caller: Readers[Kind]; context: DomainContext },
) => readonly ReadAhead[];

const NAMED_BY: { [Kind in Auth]: (token: string, now: number) => Readers[Kind] | undefined } = {
  apiKey: (token, now) => named(organizationNamedBy(token, now) ?? organizationOfUserSession(token)),
  userSession: (token) => named(organizationOfUserSession(token)),
  // The member's item names the reads of a member's request.
  memberSession: () => undefined,
  optional: () => undefined,
  none: () => undefined,
};

function named(organizationId: string | undefined): { organizationId: string } | undefined {
  return organizationId === undefined ? undefined : { organizationId };
}

const READER: { [Kind in Auth]: (caller: Caller<Kind>) => Readers[Kind] } = {
  apiKey: (caller) => caller,
  userSession: (caller) => caller,
  memberSession: (caller) => caller,
  optional: () => undefined,
  none: () => undefined,
};

export function readerOf<Kind extends Auth>(auth: Kind, caller: Caller<Kind>): Readers[Kind] {
  return READER[auth](caller);
}

/**
 * Begins what a request reads beside the look-up of its caller, for the organization that its token names. Anyone can write
 * a token that names any organization, so nothing is counted or written, the body is not parsed, each read is one call of
 * a bounded size, and the results are kept for a request whose caller the look-up has found in that organization. Near
 * the end of a pool nothing is begun, as the request would probably be in vain; with an Idempotency-Key the lease comes
 * first.
 */
export function readEarly<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Kind extends Auth,
>(
  contract: EndpointFacts<Params, Query, Body, Response, Kind>,
  exchange: Exchange<Kind>,
  reads: Reads<Params, Query, Kind>,
): EarlyReads | undefined {
  const { event, context, settings } = exchange;
  const token = bearerToken(event);
  const now = context.clock.now();
  const caller = token === undefined ? undefined : NAMED_BY[contract.auth](token, now);
  if (!caller || event.headers['idempotency-key'] !== undefined) return undefined;
  const { organizationId } = caller;
  const pools = [
    { scope: scopes.organization(organizationId), window: MINUTE },
    addressPool(viewerAddress(event), settings.addressRequestsPerMinute),
  ];
  if (!pools.every((pool) => hasRoom(pool, now))) return undefined;
  const scope = new TableScope(() => allowed(exchange));
  const early = withinScope(context, scope);
  const begun = parseUrl(contract, event)
    .then((parts) => early.table.readAhead(reads({ ...parts, caller, context: early })))
    // The request meets its fault again where errors have their order.
    .catch(() => undefined);
  return { organizationId, scope, begun };
}
