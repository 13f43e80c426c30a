import type { Auth } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { type Decision, rateLimiter } from '../domain/rate-limit/limiter.ts';
import { fixedPool, organizationPool, type Pool } from '../domain/rate-limit/pool.ts';
import { isoTime, MINUTE, SECOND } from '../platform/clock.ts';
import { scopes } from '../table/keys.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { type Caller, viewerAddress } from './request.ts';

/**
 * Counts each request in the pool of its caller, or of its source address when it has no valid token. Every
 * response, errors included, has the state of the pool in its headers. A request that failed before it was counted is
 * counted all the same.
 * @throws RATE_LIMIT_EXCEEDED, which takes precedence over any other error of the request.
 */
export function rateLimit(): Middleware {
  return {
    before: async ({ event: exchange }) => {
      const decision = await count(exchange, exchange.caller);
      setHeaders(exchange, decision);
      if (!decision.allowed) throw exceeded(decision);
    },
    onError: async (request) => {
      const { event: exchange } = request;
      const counted = exchange.count?.decision ?? count(exchange, exchange.caller);
      const decision = await counted.catch(() => uncounted(exchange));
      setHeaders(exchange, decision);
      if (!decision.allowed) request.error = exceeded(decision);
    },
  };
}

/** Counts the request in the pool of a caller, once in a pool. */
export function count(exchange: Exchange, caller: Caller<Auth>): Promise<Decision> {
  const pool = poolOf(exchange, caller);
  if (exchange.count?.scope !== pool.scope) {
    const decision = rateLimiter.consume(exchange.context, pool);
    // Handled where it is awaited, which the look-up of the caller comes before.
    decision.catch(() => undefined);
    exchange.count = { scope: pool.scope, decision };
  }
  return exchange.count.decision;
}

/** Whether the next request of a caller will be refused, as far as this process knows. */
export function isOverLimit(exchange: Exchange, caller: Caller<Auth>): boolean {
  return rateLimiter.isFull(poolOf(exchange, caller), exchange.startedAt);
}

/** A pool for each: a page that was left open does not use up the limit of the organization's server. */
const MEMBER_REQUESTS_PER_MINUTE = 300;

function poolOf({ event, context, settings, organization }: Exchange, caller: Caller<Auth>): Pool {
  if (!caller)
    return fixedPool(scopes.address(viewerAddress(event)), MINUTE, settings.addressRequestsPerMinute);
  const { organizationId } = caller;
  if ('member' in caller) {
    return fixedPool(scopes.member(organizationId, caller.member.id), MINUTE, MEMBER_REQUESTS_PER_MINUTE);
  }
  return organizationPool(context, organizationId, () => organization(organizationId));
}

function setHeaders(
  { headers }: Exchange,
  { allowed, limit, remaining, resetAt, decidedAt }: Decision,
): void {
  Object.assign(headers, {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': isoTime(resetAt),
    ...(!allowed && { 'Retry-After': String(Math.max(1, Math.ceil((resetAt - decidedAt) / SECOND))) }),
  });
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
  return { allowed: true, limit, remaining: 0, resetAt: decidedAt + MINUTE, decidedAt };
}
