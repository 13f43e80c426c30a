import type { Endpoint } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import type { Permission } from '../contract/permissions.ts';
import { deployedContext } from '../domain/context.ts';
import { admit, type Decision } from '../domain/rate-limit/admit.ts';
import { addressPool, memberPool, organizationPool, type Pool } from '../domain/rate-limit/pool.ts';
import { isoTime, MINUTE, SECOND } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { viewerAddress } from './request.ts';
import { type Exchange, type Middleware, required } from './stack.ts';

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
 * Counts each request in its caller's pool, or in that of its source address when no valid key came with it,
 * and has every answer tell how the pool stands, whatever became of the request. What only reads runs beside
 * the counting, and its answer is dropped if the request is refused; what writes waits.
 * @throws RATE_LIMIT_EXCEEDED, which goes before anything else there is to say.
 */
export function rateLimit(contract: Endpoint): Middleware {
  const readOnly = contract.permissions.every((permission) => READ_ONLY.has(permission));
  return {
    before: async (exchange) => {
      const decision = admit(deployedContext(), poolOf(exchange));
      exchange.internal.decision = decision;
      if (readOnly) decision.catch(() => undefined);
      else requireAdmitted(await decision);
    },
    after: async (exchange) => {
      const decision = await required(exchange, 'decision');
      tell(exchange, decision);
      requireAdmitted(decision);
    },
    onError: async (exchange) => {
      const decision = await exchange.internal.decision?.catch(() => undefined);
      tell(exchange, decision ?? uncounted());
      if (decision && !decision.admitted) exchange.error = exceeded(decision);
    },
  };
}

function poolOf(exchange: Exchange): Pool {
  const { caller } = exchange.internal;
  if (!caller) return addressPool(viewerAddress(exchange.event), addressLimit());
  if ('member' in caller) return memberPool(caller.organizationId, caller.member.id);
  return organizationPool(deployedContext(), caller.organizationId, required(exchange, 'organization'));
}

function addressLimit(): number {
  return Number(environment('ADDRESS_REQUESTS_PER_MINUTE'));
}

function tell(exchange: Exchange, { admitted, limit, remaining, resetAt, decidedAt }: Decision): void {
  Object.assign(required(exchange, 'headers'), {
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
function uncounted(): Decision {
  const decidedAt = deployedContext().clock.now();
  return { admitted: true, limit: addressLimit(), remaining: 0, resetAt: decidedAt + MINUTE, decidedAt };
}
