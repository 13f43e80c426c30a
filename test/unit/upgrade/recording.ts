import { readFileSync, writeFileSync } from 'node:fs';
import { callAws } from '../../../local/engines/aws-json.ts';
import { type Entity, scopes } from '../../../shared/table/keys.ts';

/** An item in the JSON of DynamoDB, `{"PK":{"S":"…"}}`, which does not depend on the code of any release. */
export type RecordedItem = Record<string, Record<string, unknown>> & { entity: { S: Entity } };

/** The secrets of a recording, of which the table holds only hashes, its ids and its time. */
export interface RecordedFacts {
  recordedAt: string;
  organizationId: string;
  apiKey: string;
  memberSession: string;
  signedUrlToken: string;
  signInToken: string;
  userSession: string;
  models: Record<'active' | 'onboarding' | 'parked' | 'retrying' | 'deleted', string>;
  /** The ids of the webhooks that the receiver answered with 200, in their order. */
  delivered: string[];
}

export interface Recording {
  facts: RecordedFacts;
  items: RecordedItem[];
}

/**
 * An answer stored under an Idempotency-Key, and the values with which it is found and decrypted. Part of
 * every recording.
 */
export const KEPT_ANSWER = { status: 201, body: { recorded: true } };
export const KEPT_SECRET = 'what only the caller has';
export function keptRequest(organizationId: string, leaseUntil: number) {
  const scope = scopes.organization(organizationId);
  return { scope, hash: 'hash', fingerprint: 'same', holder: 'me', leaseUntil };
}

const target = (operation: string) => `DynamoDB_20120810.${operation}`;
const fileOf = (release: string) => new URL(`recordings/${release}.jsonl`, import.meta.url);

/** Writes one line for the facts, and one for each item. */
export function writeRecording(release: string, { facts, items }: Recording): void {
  const lines = [facts, ...items].map((line) => `${JSON.stringify(line)}\n`);
  // An existing recording is never overwritten: a later release cannot make it again.
  writeFileSync(fileOf(release), lines.join(''), { flag: 'wx' });
}

export function readRecording(release: string): Recording {
  const lines = readFileSync(fileOf(release), 'utf8').trimEnd().split('\n');
  const [facts, ...items] = lines.map((line) => JSON.parse(line));
  return { facts: facts as RecordedFacts, items: items as RecordedItem[] };
}

/** A table, and the engine that has it. */
export interface TablePlace {
  endpoint: string;
  name: string;
}

/** All items of the table, in the order of a scan. */
export async function storedItems({ endpoint, name }: TablePlace): Promise<RecordedItem[]> {
  const items: RecordedItem[] = [];
  let start: unknown;
  do {
    const page = await callAws<{ Items: RecordedItem[]; LastEvaluatedKey?: unknown }>(
      endpoint,
      target('Scan'),
      { TableName: name, ...(start !== undefined && { ExclusiveStartKey: start }) },
    );
    items.push(...page.Items);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** The most writes of one BatchWriteItem. */
const BATCH = 25;

/** Replaces all items of a table. */
export async function restore(place: TablePlace, items: readonly RecordedItem[]): Promise<void> {
  const stored = await storedItems(place);
  await writeBatches(
    place,
    stored.map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } })),
  );
  await writeBatches(
    place,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
}

async function writeBatches({ endpoint, name }: TablePlace, requests: readonly object[]): Promise<void> {
  for (let next = 0; next < requests.length; next += BATCH) {
    const RequestItems = { [name]: requests.slice(next, next + BATCH) };
    const { UnprocessedItems = {} } = await callAws<{ UnprocessedItems?: object }>(
      endpoint,
      target('BatchWriteItem'),
      { RequestItems },
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine left items unwritten.');
  }
}
