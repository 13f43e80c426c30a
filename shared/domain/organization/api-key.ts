import { Problem } from '../../contract/errors.ts';
import { isoTime, MINUTE } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { atMost, either, exists, lacks } from '../../table/condition.ts';
import { collections, type Key, keys, sha256 } from '../../table/keys.ts';
import { put, remove, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

const API_KEY_PREFIX = 'hsk_live_';
/** 43 letters and digits carry 256 bits. */
const SECRET_LENGTH = 43;
/** What a list may show of a key, so that its holder recognises it. */
const SHOWN_LENGTH = API_KEY_PREFIX.length + 4;
/** How exact the time of a key's last use is. */
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

/** A new API key and the writes that store it, as SHA-256 only: the key itself is shown once. */
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

/** From here on the key opens nothing. @throws NOT_FOUND when the organization has no such key. */
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

/** The record of an API key, or undefined for what is not one of ours. Read anew for each request. */
export async function findApiKey(context: DomainContext, apiKey: string): Promise<ApiKeyRecord | undefined> {
  if (!apiKey.startsWith(API_KEY_PREFIX)) return undefined;
  return context.table.get<ApiKeyRecord>(keys.apiKeyHash(sha256(apiKey)));
}

/** When this process last noted the use of a key. */
const notedAt = new Map<string, number>();

/** Notes that a key is in use, once a minute. */
export async function noteApiKeyUse(
  context: DomainContext,
  { organizationId, id }: ApiKeyRecord,
): Promise<void> {
  const now = context.clock.now();
  if (now - (notedAt.get(id) ?? 0) < USE_INTERVAL) return;
  notedAt.set(id, now);
  await context.table.write(
    update(
      keys.apiKeyUse(organizationId, id),
      { set: { lastUsedAt: now } },
      {
        condition: either(lacks('lastUsedAt'), atMost('lastUsedAt', now - USE_INTERVAL)),
        onConditionFailed: () => new Error('The use was noted a moment ago.'),
      },
    ),
  );
}

function describeApiKey({ id, name, shown, createdAt }: ApiKeyRecord, use?: ApiKeyUse) {
  return { id, name, prefix: shown, createdAt, lastUsedAt: use ? isoTime(use.lastUsedAt) : null };
}
