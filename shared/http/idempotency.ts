import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { ERROR_STATUS, type ErrorCode, Problem } from '../contract/errors.ts';
import type { DomainContext } from '../domain/context.ts';
import {
  begin,
  type IdempotentRequest,
  keepAnswer,
  release,
  seal,
  unseal,
} from '../domain/idempotency/idempotency.ts';
import { subjectsIn } from '../domain/idempotency/subject.ts';
import { SECOND } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { scopes, sha256 } from '../table/keys.ts';
import type { Exchange, Middleware, Once } from './exchange.ts';
import { viewerAddress } from './request.ts';

const KEY_PATTERN = /^[\x20-\x7e]{1,255}$/;

/** The longest time that a repeated request waits for the answer to the first one, in milliseconds. */
const ANSWER_TIMEOUT = 5 * SECOND;
const POLL_INTERVAL = SECOND / 10;
/** The time from a function's time-out until it has certainly stopped, in milliseconds. */
const LEASE_MARGIN = SECOND;

/** The result of a handler: an answer, or an error that a retry would meet again. */
type Outcome =
  | { answer: object }
  | { problem: { code: ErrorCode; message: string; details: Readonly<Record<string, unknown>> } };

/**
 * Applies the header Idempotency-Key of POST requests. The key takes effect where the handler is called, after all
 * checks, so a request that is rejected does not use it up.
 */
export function idempotency(): Middleware {
  return {
    before: ({ event: exchange, context: lambda }) => {
      const { headers, requestContext } = exchange.event;
      const key = requestContext.http.method === 'POST' ? headers['idempotency-key'] : undefined;
      if (key === undefined) return;
      exchange.once = onceFor(exchange, lambda, key);
    },
  };
}

/** @throws INVALID_REQUEST for a malformed key. */
function onceFor(exchange: Exchange, lambda: Context, key: string): Once {
  if (!KEY_PATTERN.test(key)) {
    throw new Problem(
      'INVALID_REQUEST',
      'The header Idempotency-Key is not valid: it must be 1 to 255 printable ASCII characters.',
    );
  }
  const { event, context } = exchange;
  const credentials = event.headers.authorization ?? '';
  // Known to the caller only: the credentials, or without them a secret in the body, such as a link's token.
  const secret = JSON.stringify([credentials, key, event.body]);
  const request: IdempotentRequest = {
    scope: scopeOf(exchange),
    hash: sha256(JSON.stringify([credentials, key])),
    fingerprint: fingerprintOf(event),
    holder: exchange.requestId,
    leaseUntil: context.clock.now() + lambda.getRemainingTimeInMillis() + LEASE_MARGIN,
  };
  return async (body, work) => {
    const stored = await beginOrAwait(context, request);
    if (stored) {
      exchange.headers['Idempotency-Replayed'] = 'true';
      return resultOf(unseal<Outcome>(secret, stored));
    }
    // The caller gets the answer even when it cannot be stored. The lease then expires.
    const logFailure = (error: unknown) =>
      log.error('the answer to a request with an Idempotency-Key was not stored', error);
    const outcome = await outcomeOf(work).catch(async (error: unknown) => {
      await release(context, request).catch(logFailure);
      throw error;
    });
    const sealed = seal(context.randomness, secret, outcome);
    const subjects = subjectsIn(exchange.caller?.organizationId, outcome, body);
    await keepAnswer(context, request, sealed, subjects).catch(logFailure);
    return resultOf(outcome);
  };
}

/**
 * Takes the lease of a request, or waits for the answer of the process that has it.
 * @returns the stored answer, or undefined with the lease.
 */
async function beginOrAwait(
  context: DomainContext,
  request: IdempotentRequest,
): Promise<Uint8Array | undefined> {
  const end = context.clock.now() + ANSWER_TIMEOUT;
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
        'The first request with this Idempotency-Key is still in progress; repeat it in a moment.',
      );
    }
    await pause(POLL_INTERVAL);
  }
}

/** Runs the work. @throws its error, unless it is a {@link Problem} that a retry would meet again. */
async function outcomeOf(work: () => Promise<object>): Promise<Outcome> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (!(error instanceof Problem) || isTemporary(error)) throw error;
    return { problem: { code: error.code, message: error.message, details: error.details } };
  }
}

/** Errors that end without another request: credits are added, invites are used, limits pass, faults are mended. */
function isTemporary({ code }: Problem): boolean {
  const status = ERROR_STATUS[code];
  return status === 402 || status === 429 || status >= 500;
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

/** Two requests are the same when path, query and body are equal byte for byte. */
function fingerprintOf({ rawPath, rawQueryString, body, isBase64Encoded }: APIGatewayProxyEventV2): string {
  return sha256(JSON.stringify([rawPath, rawQueryString, body, isBase64Encoded]));
}
