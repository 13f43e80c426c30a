import type { Scope } from '../../contract/scopes.ts';
import { MINUTE } from '../../platform/clock.ts';
import { bitsOfId, fromDigits, idOfBits, toDigits } from '../../platform/id.ts';
import { BASE62, base62Pattern, type Randomness } from '../../platform/randomness.ts';
import { atMost, attributeAbsent, either } from '../../table/condition.ts';
import { keys, sha256 } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/** Live and test keys. Their prefixes have the same length. */
export const PREFIX = { live: 'hsk_live_', test: 'hsk_test_' } as const;
/** Letters and digits after the prefix: 43 hold 256 bits. */
const KEY_LENGTH = 43;
const API_KEY = new RegExp(`^(?:${Object.values(PREFIX).join('|')})(${base62Pattern(KEY_LENGTH)})$`);
/** The bits of a key's secret, and those of the ULID of its organization after it. */
const SECRET_BITS = 128;
const ULID_BITS = 128n;
/** The bits of a ULID after its time. */
const ULID_RANDOM_BITS = 80n;
/** The precision of the time of a key's last use. */
const USE_INTERVAL = MINUTE;

export interface ApiKeyRecord {
  id: string;
  organizationId: string;
  name: string;
  shown: string;
  hash: string;
  createdAt: string;
  /** A remark of the owner. */
  note?: string;
  /** Absent for a key that may do everything. */
  scopes?: readonly Scope[];
  /** ISO time from which the key is not valid; absent for a key without an end. */
  expiresAt?: string;
  /** True for a key that reads, and changes development models only. */
  test?: true;
}

export interface ApiKeyUse {
  /** Milliseconds since the epoch. */
  lastUsedAt: number;
}

/** A new key: its secret, and the organization that it belongs to, see {@link organizationNamedBy}. */
export function newKey(randomness: Randomness, organizationId: string, prefix: string): string {
  const secret = BigInt(`0x${Buffer.from(randomness.bytes(SECRET_BITS / 8)).toString('hex')}`);
  return prefix + toDigits((secret << ULID_BITS) | bitsOfId(organizationId), BASE62, KEY_LENGTH);
}

/** The organization that a key names, not verified: anyone can write a key that names any. Undefined for other texts. */
export function organizationNamedBy(apiKey: string, now: number): string | undefined {
  const digits = API_KEY.exec(apiKey)?.[1];
  if (digits === undefined) return undefined;
  const bits = BigInt.asUintN(Number(ULID_BITS), fromDigits(digits, BASE62));
  return Number(bits >> ULID_RANDOM_BITS) > now ? undefined : idOfBits('organization', bits);
}

/** The record of an API key that has not expired; undefined for any other text. It is read for every request, and never cached. */
export async function findApiKey(context: DomainContext, apiKey: string): Promise<ApiKeyRecord | undefined> {
  if (!API_KEY.test(apiKey)) return undefined;
  const record = await context.table.get<ApiKeyRecord>(keys.apiKeyHash(sha256(apiKey)));
  return record && !isExpired(record, context.clock.now()) ? record : undefined;
}

export function isExpired({ expiresAt }: { expiresAt?: string | undefined }, now: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= now;
}

/** The time at which this process last recorded the use of each key. */
const recordedAt = new Map<string, number>();

/** Records that a key is in use, once a minute. */
export async function recordApiKeyUse(
  context: DomainContext,
  { organizationId, id }: ApiKeyRecord,
): Promise<void> {
  const now = context.clock.now();
  if (now - (recordedAt.get(id) ?? 0) < USE_INTERVAL) return;
  recordedAt.set(id, now);
  await context.table.write(
    update(
      keys.apiKeyUse(organizationId, id),
      { set: { lastUsedAt: now } },
      onlyIf(either(attributeAbsent('lastUsedAt'), atMost('lastUsedAt', now - USE_INTERVAL))),
    ),
  );
}
