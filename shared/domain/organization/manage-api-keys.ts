import type * as z from 'zod';
import type { createApiKey as contract } from '../../contract/admin/keys.ts';
import { Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { exists } from '../../table/condition.ts';
import { collections, type Key, keys, sha256 } from '../../table/keys.ts';
import { onlyIf, put, remove, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { noticedWrites, trailWrite } from '../trail/trail.ts';
import { type ApiKeyRecord, type ApiKeyUse, isExpired, newKey, PREFIX } from './api-key.ts';

/** The first characters of a key, which lists show so that its holder recognises it. */
const SHOWN_LENGTH = PREFIX.live.length + 4;

export type NewApiKey = z.input<(typeof contract)['body']>;

/** A new API key, and the writes that store its SHA-256 hash. The key itself is shown only once. */
export function apiKeyWrites(
  context: DomainContext,
  organizationId: string,
  { name, note, scopes, expiresAt, test }: NewApiKey,
): { apiKey: string; record: ApiKeyRecord; writes: Transaction } {
  const apiKey = newKey(context.randomness, organizationId, PREFIX[test ? 'test' : 'live']);
  const record: ApiKeyRecord = {
    id: context.newId('apiKey'),
    organizationId,
    name,
    shown: apiKey.slice(0, SHOWN_LENGTH),
    hash: sha256(apiKey),
    createdAt: isoTime(context.clock.now()),
    ...(note !== undefined && { note }),
    ...(scopes && { scopes }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(test && { test }),
  };
  const writes = [
    put({ ...keys.apiKeyHash(record.hash), ...record }),
    put({ ...keys.apiKey(organizationId, record.id), ...record }),
  ];
  return { apiKey, record, writes };
}

/** @throws INVALID_REQUEST for an end that has passed. */
export async function createApiKey(context: DomainContext, organizationId: string, input: NewApiKey) {
  if (isExpired(input, context.clock.now())) {
    throw new Problem('INVALID_REQUEST', "The field 'expiresAt' must be a time in the future.");
  }
  const { apiKey, record, writes } = apiKeyWrites(context, organizationId, input);
  await context.table.commit([
    ...writes,
    ...noticedWrites(context, organizationId, 'key.created', record.id),
  ]);
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

/** Deletes an API key, with effect on the next request. @throws NOT_FOUND when the organization has no such key. */
export async function deleteApiKey(
  context: DomainContext,
  organizationId: string,
  keyId: string,
): Promise<void> {
  const unknown = () => new Problem('NOT_FOUND', 'The API key does not exist.');
  const record = await context.table.get<ApiKeyRecord>(keys.apiKey(organizationId, keyId));
  if (!record) throw unknown();
  await context.table.commit([
    remove(keys.apiKey(organizationId, keyId), onlyIf(exists, unknown)),
    remove(keys.apiKeyHash(record.hash)),
    remove(keys.apiKeyUse(organizationId, keyId)),
    trailWrite(context, organizationId, 'key.deleted', keyId),
  ]);
}

function describeApiKey(record: ApiKeyRecord, use?: ApiKeyUse) {
  const { id, name, shown, createdAt, note, scopes, expiresAt, test } = record;
  return {
    id,
    name,
    note: note ?? null,
    prefix: shown,
    scopes: scopes ? [...scopes] : null,
    test: test === true,
    createdAt,
    expiresAt: expiresAt ?? null,
    lastUsedAt: use ? isoTime(use.lastUsedAt) : null,
  };
}
