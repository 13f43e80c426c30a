import type { Endpoint } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import type { Permission } from '../contract/permissions.ts';
import { admit, type Decision, hasRoom } from '../domain/rate-limit/admit.ts';
import { addressPool, memberPool, organizationPool, type Pool } from '../domain/rate-limit/pool.ts';
import { isoTime, MINUTE, SECOND } from '../platform/clock.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { viewerAddress } from './request.ts';

/** Permissions of a contract whose handler may run before its request is admitted: it changes nothing. */
const READ_ONLY: ReadonlySet<Permission> = new Set([
  'table:get',
  'table:get-many',
  'table:query',
  'table:query-index',
  'uploads:read',
  'photo-links',
]);

/**
 * Counts each request in its caller's pool, or in that of its source address when no valid key came with it, and has
 * every answer tell how the pool stands, whatever became of the request. What only reads runs beside the counting, and
 * its answer is dropped if the request is refused. What writes waits, and so does everything once the pool is close to
 * its end, so that a refused request does no work. A request that failed before it was counted is counted all the same.
 * @throws RATE_LIMIT_EXCEEDED, which goes before anything else there is to say.
 */
export function rateLimit(contract: Endpoint): Middleware {
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
      tell(exchange, decision);
      requireAdmitted(decision);
    },
    onError: async (request) => {
      const { event: exchange } = request;
      exchange.admission ??= admit(exchange.context, poolOf(exchange));
      const decision = await exchange.admission.catch(() => uncounted(exchange));
      tell(exchange, decision);
      if (!decision.admitted) request.error = exceeded(decision);
    },
  };
}

function poolOf({ event, context, settings, caller, organization }: Exchange): Pool {
  if (!caller) return addressPool(viewerAddress(event), settings.addressRequestsPerMinute);
  if ('member' in caller) return memberPool(caller.organizationId, caller.member.id);
  return organizationPool(context, caller.organizationId, organization);
}

function tell({ headers }: Exchange, { admitted, limit, remaining, resetAt, decidedAt }: Decision): void {
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

/** When even counting failed, nothing better is known than to come back after a minute. */
function uncounted({ context, settings }: Exchange): Decision {
  const decidedAt = context.clock.now();
  const limit = settings.addressRequestsPerMinute;
  return { admitted: true, limit, remaining: 0, resetAt: decidedAt + MINUTE, decidedAt };
}
