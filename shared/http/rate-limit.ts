import { Problem } from '../contract/errors.ts';
import { consume, type Decision, hasRoom } from '../domain/rate-limit/limiter.ts';
import { addressPool, memberPool, organizationPool, type Pool } from '../domain/rate-limit/pool.ts';
import { isoTime, MINUTE, SECOND } from '../platform/clock.ts';
import { addCheck, type Exchange, type Middleware } from './exchange.ts';
import { viewerAddress } from './request.ts';

/**
 * Counts each request in the pool of its caller, or of its source address when it has no valid token. Every
 * response, errors included, has the state of the pool in its headers. The request goes on beside its count, save once
 * the pool is close to its end, so that a refused request does no work. A request that failed before it was counted is
 * counted all the same.
 * @throws RATE_LIMIT_EXCEEDED, which takes precedence over any other error of the request.
 */
export function rateLimit(): Middleware {
  return {
    before: async ({ event: exchange }) => {
      const besideCounting = hasRoom(poolOf(exchange), exchange.context.clock.now());
      const admitted = count(exchange).then(requireAdmitted);
      if (besideCounting) addCheck(exchange, admitted);
      else await admitted;
    },
    after: async ({ event: exchange }) => {
      const decision = await count(exchange);
      setHeaders(exchange, decision);
      requireAdmitted(decision);
    },
    onError: async (request) => {
      const { event: exchange } = request;
      const decision = await count(exchange).catch(() => uncounted(exchange));
      setHeaders(exchange, decision);
      if (!decision.allowed) request.error = exceeded(decision);
    },
  };
}

/** Counts the request, once in a pool. */
function count(exchange: Exchange): Promise<Decision> {
  const pool = poolOf(exchange);
  if (exchange.admission?.scope !== pool.scope) {
    exchange.admission = { scope: pool.scope, decision: consume(exchange.context, pool) };
  }
  return exchange.admission.decision;
}

function poolOf({ event, context, settings, caller, organization }: Exchange): Pool {
  if (!caller) return addressPool(viewerAddress(event), settings.addressRequestsPerMinute);
  if ('member' in caller) return memberPool(caller.organizationId, caller.member.id);
  return organizationPool(context, caller.organizationId, organization);
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

function requireAdmitted(decision: Decision): void {
  if (!decision.allowed) throw exceeded(decision);
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
