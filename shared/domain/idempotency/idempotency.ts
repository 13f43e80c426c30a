import { DAY, epochSeconds } from '../../platform/clock.ts';
import { absent, atMost, both, either, equals, lacks } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/** How long a repeated request is answered from what was kept. */
const KEPT = DAY;

/** A request that must take effect once, however often it is sent. */
export interface IdempotentRequest {
  /** Within which `hash` means this request, see `scopes`. */
  scope: string;
  /** Of the caller's credentials and its Idempotency-Key. */
  hash: string;
  /** Of everything that makes two requests the same. */
  fingerprint: string;
  /** Who works on it now. */
  holder: string;
  /** When the holder is certainly gone, in milliseconds since the epoch, whatever became of it. */
  leaseUntil: number;
}

export type Begun =
  | { state: 'begun' }
  | { state: 'running' }
  | { state: 'answered'; answer: Uint8Array }
  | { state: 'different' };

interface KeptRequest {
  fingerprint: string;
  holder: string;
  leaseUntil: number;
  expiresAt: number;
  answer?: Uint8Array;
}

const lost = () => new Error('The request with this Idempotency-Key is held by somebody else.');

/**
 * Takes a request on, unless somebody has. One whose holder is gone without an answer may be taken on again;
 * what it did until then is up to the rules of its handler.
 */
export async function begin(context: DomainContext, request: IdempotentRequest): Promise<Begun> {
  const { scope, hash, fingerprint, holder, leaseUntil } = request;
  const now = context.clock.now();
  const expiresAt = now + KEPT;
  const kept: KeptRequest = { fingerprint, holder, leaseUntil, expiresAt };
  const abandoned = both(lacks('answer'), atMost('leaseUntil', now), equals('fingerprint', fingerprint));
  const attempt = await context.table.write<KeptRequest>(
    update(
      keys.idempotencyKey(scope, hash),
      {
        set: { ...kept, expiresAtSeconds: epochSeconds(expiresAt) },
        // Of an earlier request whose time is over.
        remove: ['answer'],
      },
      { condition: either(absent, atMost('expiresAt', now), abandoned), onConditionFailed: lost },
    ),
  );
  if (attempt.written) return { state: 'begun' };
  if (attempt.existing?.fingerprint !== fingerprint) return { state: 'different' };
  const { answer } = attempt.existing;
  return answer ? { state: 'answered', answer } : { state: 'running' };
}

/** Keeps the answer, unless the lease has run out and somebody else took the request on. */
export async function keepAnswer(
  context: DomainContext,
  { scope, hash, holder }: IdempotentRequest,
  answer: Uint8Array,
): Promise<void> {
  await context.table.write(
    update(
      keys.idempotencyKey(scope, hash),
      { set: { answer } },
      { condition: equals('holder', holder), onConditionFailed: lost },
    ),
  );
}

/** Lets the request be sent again as if it had not been. */
export async function release(
  context: DomainContext,
  { scope, hash, holder }: IdempotentRequest,
): Promise<void> {
  await context.table.write(
    update(
      keys.idempotencyKey(scope, hash),
      { set: { expiresAt: 0 } },
      { condition: equals('holder', holder), onConditionFailed: lost },
    ),
  );
}
