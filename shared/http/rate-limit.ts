import type { EndpointFacts } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import type { Permission } from '../contract/permissions.ts';
import { admit, type Decision, hasRoom } from '../domain/rate-limit/admit.ts';
import { addressPool, memberPool, organizationPool, type Pool } from '../domain/rate-limit/pool.ts';
import { isoTime, MINUTE, SECOND } from '../platform/clock.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { viewerAddress } from './request.ts';

/** Permissions that change nothing. A handler with no others may run before its request is admitted. */
const READ_ONLY: ReadonlySet<Permission> = new Set([
  'table:get',
  'table:get-many',
  'table:query',
  'table:query-index',
  'uploads:read',
  'photo-links',
]);

/**
 * Counts each request in the pool of its caller, or of its source address when it has no valid token. Every
 * response, errors included, has the state of the pool in its headers. A handler that only reads runs in
 * parallel with the count, and its answer is dropped when the request is not admitted. Any other handler runs
 * afterwards, and so does every handler once the pool is close to its end, so that a refused request does no
 * work. A request that failed before it was counted is counted all the same.
 * @throws RATE_LIMIT_EXCEEDED, which takes precedence over any other error of the request.
 */
export function rateLimit(contract: EndpointFacts): Middleware {
  const readOnly = contract.permissions.every((permission) => READ_ONLY.has(permission));
  return {
    before: async ({ event: exchange }) => {
      const pool = poolOf(exchange);
      const besideCounting = readOnly && hasRoom(pool, exchange.context.clock.now());
      exchange.admission = admit(exchange.context, pool);
      if (besideCounting) exchange.admission.catch(() => undefined);
      else requireAdmitted(await exchange.admission);
    },
    after: async ({ event: exchange }) => {
      const decision = (await exchange.admission) ?? uncounted(exchange);
      setHeaders(exchange, decision);
      requireAdmitted(decision);
    },
    onError: async (request) => {
      const { event: exchange } = request;
      exchange.admission ??= admit(exchange.context, poolOf(exchange));
      const decision = await exchange.admission.catch(() => uncounted(exchange));
      setHeaders(exchange, decision);
      if (!decision.admitted) request.error = exceeded(decision);
    },
  };
}

function poolOf({ event, context, settings, caller, organization }: Exchange): Pool {
  if (!caller) return addressPool(viewerAddress(event), settings.addressRequestsPerMinute);
  if ('member' in caller) return memberPool(caller.organizationId, caller.member.id);
  return organizationPool(context, caller.organizationId, organization);
}

function setHeaders(
  { headers }: Exchange,
  { admitted, limit, remaining, resetAt, decidedAt }: Decision,
): void {
  Object.assign(headers, {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': isoTime(resetAt),
    ...(!admitted && { 'Retry-After': String(Math.max(1, Math.ceil((resetAt - decidedAt) / SECOND))) }),
  });
}

function requireAdmitted(decision: Decision): void {
  if (!decision.admitted) throw exceeded(decision);
}

function exceeded({ limit, resetAt }: Decision): Problem {
  return new Problem(
    'RATE_LIMIT_EXCEEDED',
    `More than ${limit} requests within a minute; the next is possible at ${isoTime(resetAt)}.`,
  );
}

/** The decision for a request that could not be counted. Its headers ask the caller to wait for a minute. */
function uncounted({ context, settings }: Exchange): Decision {
  const decidedAt = context.clock.now();
  const limit = settings.addressRequestsPerMinute;
  return { admitted: true, limit, remaining: 0, resetAt: decidedAt + MINUTE, decidedAt };
}
