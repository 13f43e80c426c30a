import { Problem } from '../../contract/errors.ts';
import { isoTime, MINUTE } from '../../platform/clock.ts';
import { base62Pattern, randomBase62 } from '../../platform/randomness.ts';
import { atMost, attributeAbsent, either, exists } from '../../table/condition.ts';
import { collections, type Key, keys, sha256 } from '../../table/keys.ts';
import { put, remove, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { SECRET_LENGTH } from '../token.ts';

const API_KEY_PREFIX = 'hsk_live_';
const API_KEY = new RegExp(`^${API_KEY_PREFIX}${base62Pattern(SECRET_LENGTH)}$`);
/** The first characters of a key, which lists show so that its holder recognises it. */
const SHOWN_LENGTH = API_KEY_PREFIX.length + 4;
/** The precision of the time of a key's last use. */
const USE_INTERVAL = MINUTE;

export interface ApiKeyRecord {
  id: string;
  organizationId: string;
  name: string;
  shown: string;
  hash: string;
  createdAt: string;
}

interface ApiKeyUse {
  /** Milliseconds since the epoch. */
  lastUsedAt: number;
}

/** A new API key, and the writes that store its SHA-256 hash. The key itself is shown only once. */
export function apiKeyWrites(
  context: DomainContext,
  organizationId: string,
  name: string,
): { apiKey: string; record: ApiKeyRecord; writes: Transaction } {
  const apiKey = API_KEY_PREFIX + randomBase62(context.randomness, SECRET_LENGTH);
  const record: ApiKeyRecord = {
    id: context.newId('apiKey'),
    organizationId,
    name,
    shown: apiKey.slice(0, SHOWN_LENGTH),
    hash: sha256(apiKey),
    createdAt: isoTime(context.clock.now()),
  };
  const writes = [
    put({ ...keys.apiKeyHash(record.hash), ...record }),
    put({ ...keys.apiKey(organizationId, record.id), ...record }),
  ];
  return { apiKey, record, writes };
}

export async function createApiKey(context: DomainContext, organizationId: string, name: string) {
  const { apiKey, record, writes } = apiKeyWrites(context, organizationId, name);
  await context.table.commit(writes);
  return { apiKey, key: describeApiKey(record) };
}

/** Newest first. */
export async function listApiKeys(context: DomainContext, organizationId: string) {
  const [records, uses] = await Promise.all([
    context.table.all<ApiKeyRecord>(collections.apiKeys(organizationId), { newestFirst: true }),
    context.table.all<ApiKeyUse & Key>(collections.apiKeyUses(organizationId)),
  ]);
  const useByKey = new Map(uses.map((use) => [use.SK, use]));
  return records.map((record) =>
    describeApiKey(record, useByKey.get(keys.apiKeyUse(organizationId, record.id).SK)),
  );
}

/**
 * Deletes an API key, with effect on the next request.
 * @throws NOT_FOUND when the organization has no such key.
 */
export async function deleteApiKey(
  context: DomainContext,
  organizationId: string,
  keyId: string,
): Promise<void> {
  const unknown = () => new Problem('NOT_FOUND', 'The API key does not exist.');
  const record = await context.table.get<ApiKeyRecord>(keys.apiKey(organizationId, keyId));
  if (!record) throw unknown();
  await context.table.commit([
    remove(keys.apiKey(organizationId, keyId), { condition: exists, onConditionFailed: unknown }),
    remove(keys.apiKeyHash(record.hash)),
    remove(keys.apiKeyUse(organizationId, keyId)),
  ]);
}

/** The record of an API key; undefined for any other text. It is read for every request, and never cached. */
export async function findApiKey(context: DomainContext, apiKey: string): Promise<ApiKeyRecord | undefined> {
  if (!API_KEY.test(apiKey)) return undefined;
  return context.table.get<ApiKeyRecord>(keys.apiKeyHash(sha256(apiKey)));
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
      {
        condition: either(attributeAbsent('lastUsedAt'), atMost('lastUsedAt', now - USE_INTERVAL)),
        onConditionFailed: () => new Error('The use was recorded a moment ago.'),
      },
    ),
  );
}

function describeApiKey({ id, name, shown, createdAt }: ApiKeyRecord, use?: ApiKeyUse) {
  return { id, name, prefix: shown, createdAt, lastUsedAt: use ? isoTime(use.lastUsedAt) : null };
}
