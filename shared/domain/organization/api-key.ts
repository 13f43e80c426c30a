import { isoTime } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { keys, sha256 } from '../../table/keys.ts';
import { put, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

const API_KEY_PREFIX = 'hsk_live_';
/** 43 letters and digits carry 256 bits. */
const SECRET_LENGTH = 43;
/** What a list may show of a key, so that its holder recognises it. */
const SHOWN_LENGTH = API_KEY_PREFIX.length + 4;

export interface ApiKeyRecord {
  id: string;
  organizationId: string;
  name: string;
  shown: string;
  hash: string;
  createdAt: string;
}

/** A new API key and the steps that store it, as SHA-256 only: the key itself is shown once. */
export function apiKeySteps(
  context: DomainContext,
  organizationId: string,
  name: string,
): { apiKey: string; steps: Transaction } {
  const apiKey = API_KEY_PREFIX + randomBase62(context.randomness, SECRET_LENGTH);
  const record: ApiKeyRecord = {
    id: context.newId('apiKey'),
    organizationId,
    name,
    shown: apiKey.slice(0, SHOWN_LENGTH),
    hash: sha256(apiKey),
    createdAt: isoTime(context.clock.now()),
  };
  const steps = [
    put({ ...keys.apiKeyHash(record.hash), entity: 'APIKEY', ...record }),
    put({ ...keys.apiKey(organizationId, record.id), entity: 'APIKEY', ...record }),
  ];
  return { apiKey, steps };
}

/** The record of an API key, or undefined for what is not one of ours. */
export async function findApiKey(context: DomainContext, apiKey: string): Promise<ApiKeyRecord | undefined> {
  if (!apiKey.startsWith(API_KEY_PREFIX)) return undefined;
  return context.table.get<ApiKeyRecord>(keys.apiKeyHash(sha256(apiKey)));
}
