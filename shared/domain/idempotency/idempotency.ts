import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DAY, epochSeconds } from '../../platform/clock.ts';
import { decrypt, deriveKey, encrypt } from '../../platform/encryption.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { absent, atMost, attributeAbsent, both, either, equals } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/** The time for which a repeated request gets the stored answer. */
const KEPT = DAY;

/** A request that must take effect once, however often it is sent. */
export interface IdempotentRequest {
  /** The scope in which `hash` identifies this request, see `scopes`. */
  scope: string;
  /** Hash of the caller's credentials and its Idempotency-Key. */
  hash: string;
  /** Hash of everything that makes two requests the same. */
  fingerprint: string;
  /** Identifies the invocation that works on the request. */
  holder: string;
  /** The end of the holder's lease, in milliseconds since the epoch; its invocation has ended by then. */
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

/**
 * Acquires the lease of a request, unless another invocation holds it or has answered. A lease that ran out can be acquired
 * again: the endpoint's own rules deal with what the former holder has done.
 */
export async function begin(context: DomainContext, request: IdempotentRequest): Promise<Begun> {
  const { scope, hash, fingerprint, holder, leaseUntil } = request;
  const now = context.clock.now();
  const expiresAt = now + KEPT;
  const kept: KeptRequest = { fingerprint, holder, leaseUntil, expiresAt };
  const abandoned = both(
    attributeAbsent('answer'),
    atMost('leaseUntil', now),
    equals('fingerprint', fingerprint),
  );
  const result = await context.table.write<KeptRequest>(
    update(
      keys.idempotencyKey(scope, hash),
      {
        set: { ...kept, expiresAtSeconds: epochSeconds(expiresAt) },
        // An earlier request with this key has expired, and may have left its answer.
        remove: ['answer'],
      },
      onlyIf(either(absent, atMost('expiresAt', now), abandoned)),
    ),
  );
  if (result.written) return { state: 'begun' };
  if (result.existing?.fingerprint !== fingerprint) return { state: 'different' };
  const { answer } = result.existing;
  return answer ? { state: 'answered', answer } : { state: 'running' };
}

/** Stores the answer under hashes of the people whom it names, unless another invocation has the lease. */
export async function keepAnswer(
  context: DomainContext,
  { scope, hash, holder }: IdempotentRequest,
  answer: Uint8Array,
  subjects: readonly string[] = [],
): Promise<void> {
  const expiresAtSeconds = epochSeconds(context.clock.now() + KEPT);
  // Written before the answer, so that no kept answer can be missed.
  await Promise.all(
    subjects.map((subject) =>
      context.table.write(
        update(keys.answerSubject(subject, scope, hash), { set: { scope, hash, expiresAtSeconds } }),
      ),
    ),
  );
  await context.table.write(
    update(keys.idempotencyKey(scope, hash), { set: { answer } }, onlyIf(equals('holder', holder))),
  );
}

/** Releases a request without an answer, so that it can be sent again. */
export async function release(
  context: DomainContext,
  { scope, hash, holder }: IdempotentRequest,
): Promise<void> {
  await context.table.write(
    update(keys.idempotencyKey(scope, hash), { set: { expiresAt: 0 } }, onlyIf(equals('holder', holder))),
  );
}

/** Encrypts an answer with a secret of its caller: a reader of the table learns none of its keys, links and addresses. */
export function seal(randomness: Randomness, secret: string, value: unknown): Uint8Array {
  // A page of signed links is larger than an item, and shrinks well: its links differ in little.
  return encrypt(randomness, keyOf(secret), deflateRawSync(JSON.stringify(value)));
}

/** @throws when the value was sealed with another secret, or has been changed since. */
export function unseal<Value>(secret: string, sealed: Uint8Array): Value {
  return JSON.parse(inflateRawSync(decrypt(keyOf(secret), sealed)).toString()) as Value;
}

function keyOf(secret: string): Uint8Array {
  return deriveKey(secret, 'kept answer');
}
