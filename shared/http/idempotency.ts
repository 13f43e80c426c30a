import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { ERROR_STATUS, type ErrorCode, Problem } from '../contract/errors.ts';
import type { DomainContext } from '../domain/context.ts';
import { begin, type IdempotentRequest, keepAnswer, release } from '../domain/idempotency/idempotency.ts';
import { seal, unseal } from '../domain/idempotency/sealed.ts';
import { SECOND } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { scopes, sha256 } from '../table/keys.ts';
import type { Exchange, Middleware, Once } from './exchange.ts';
import { viewerAddress } from './request.ts';

const KEY_PATTERN = /^[\x20-\x7e]{1,255}$/;

/** How long a repeated request waits for the first one's answer, and how often it looks. */
const PATIENCE = 5 * SECOND;
const LOOK_AGAIN = SECOND / 10;
/** How long after a function's time-out it is certainly gone. */
const LEASE_MARGIN = SECOND;

/** What a handler made of a request: an answer, or a refusal that stands. */
type Outcome =
  | { answer: object }
  | { problem: { code: ErrorCode; message: string; details: Readonly<Record<string, unknown>> } };

/**
 * Honours the header Idempotency-Key of POST requests. It acts where the handler is called, so a request that
 * was refused before that does not use up its key.
 */
export function idempotency(): Middleware {
  return {
    before: ({ event: exchange, context: lambda }) => {
      const { headers, requestContext } = exchange.event;
      const key = requestContext.http.method === 'POST' ? headers['idempotency-key'] : undefined;
      if (key !== undefined) exchange.once = onceFor(exchange, lambda, key);
    },
  };
}

/** @throws INVALID_REQUEST for a key that is no key. */
function onceFor(exchange: Exchange, lambda: Context, key: string): Once {
  if (!KEY_PATTERN.test(key)) {
    throw new Problem(
      'INVALID_REQUEST',
      'The header Idempotency-Key is not valid: it must be 1 to 255 printable ASCII characters.',
    );
  }
  const { event, context } = exchange;
  const credentials = event.headers.authorization ?? '';
  // What the caller alone knows. Without credentials that is what the body carries, such as a link's token.
  const secret = JSON.stringify([credentials, key, event.body]);
  const request: IdempotentRequest = {
    scope: scopeOf(exchange),
    hash: sha256(JSON.stringify([credentials, key])),
    fingerprint: fingerprintOf(event),
    holder: exchange.requestId,
    leaseUntil: context.clock.now() + lambda.getRemainingTimeInMillis() + LEASE_MARGIN,
  };
  return async (work) => {
    const kept = await beginOrAwait(context, request);
    if (kept) {
      exchange.headers['Idempotency-Replayed'] = 'true';
      return resultOf(unseal<Outcome>(secret, kept));
    }
    // What was done is answered even if that cannot be kept; the lease then ends by itself.
    const unkept = (error: unknown) =>
      log.error('the answer to a request with an Idempotency-Key was not kept', error);
    const outcome = await outcomeOf(work).catch(async (error: unknown) => {
      await release(context, request).catch(unkept);
      throw error;
    });
    const sealed = seal(context.randomness, secret, outcome);
    await keepAnswer(context, request, sealed).catch(unkept);
    return resultOf(outcome);
  };
}

/** Undefined once the request is ours; otherwise what it was answered. */
async function beginOrAwait(
  context: DomainContext,
  request: IdempotentRequest,
): Promise<Uint8Array | undefined> {
  const end = context.clock.now() + PATIENCE;
  for (;;) {
    const begun = await begin(context, request);
    if (begun.state === 'begun') return undefined;
    if (begun.state === 'answered') return begun.answer;
    if (begun.state === 'different') {
      throw new Problem(
        'INVALID_REQUEST',
        'This Idempotency-Key was used for another request; send a new one with every new request.',
      );
    }
    if (context.clock.now() >= end) {
      throw new Problem(
        'INVALID_REQUEST',
        'The first request with this Idempotency-Key is still being worked on; repeat it in a moment.',
      );
    }
    await pause(LOOK_AGAIN);
  }
}

/** @throws what the work throws, unless it is a refusal that would be the same another time. */
async function outcomeOf(work: () => Promise<object>): Promise<Outcome> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (!(error instanceof Problem) || isPassing(error)) throw error;
    return { problem: { code: error.code, message: error.message, details: error.details } };
  }
}

function isPassing({ code }: Problem): boolean {
  return ERROR_STATUS[code] === 429 || ERROR_STATUS[code] >= 500;
}

function resultOf(outcome: Outcome): object {
  if ('answer' in outcome) return outcome.answer;
  const { code, message, details } = outcome.problem;
  throw new Problem(code, message, details);
}

function scopeOf({ event, caller }: Exchange): string {
  if (!caller) return scopes.address(viewerAddress(event));
  if ('member' in caller) return scopes.member(caller.organizationId, caller.member.id);
  return scopes.organization(caller.organizationId);
}

/** Requests are the same when path, query and body are, byte for byte. */
function fingerprintOf({ rawPath, rawQueryString, body, isBase64Encoded }: APIGatewayProxyEventV2): string {
  return sha256(JSON.stringify([rawPath, rawQueryString, body, isBase64Encoded]));
}
