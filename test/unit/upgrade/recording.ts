import { readFileSync, writeFileSync } from 'node:fs';
import { callAws } from '../../../local/engines/aws-json.ts';
import { type Entity, scopes } from '../../../shared/table/keys.ts';

/** An item as DynamoDB itself writes it, `{"PK":{"S":"…"}}`, so that a recording knows nothing of today's code. */
export type RecordedItem = Record<string, Record<string, unknown>> & { entity: { S: Entity } };

/** What a person or a partner has in hand, of which the table has hashes only; and where the time stood. */
export interface RecordedFacts {
  recordedAt: string;
  organizationId: string;
  apiKey: string;
  memberSession: string;
  signedUrlToken: string;
  signInToken: string;
  ownerSession: string;
  models: Record<'active' | 'onboarding' | 'parked' | 'retrying' | 'deleted', string>;
  /** Posted to the receiver and answered with 200, in this order. */
  delivered: string[];
}

export interface Recording {
  facts: RecordedFacts;
  items: RecordedItem[];
}

/** An answer kept under an Idempotency-Key, and what it takes to find and to read it. */
export const KEPT_ANSWER = { status: 201, body: { recorded: true } };
export const KEPT_SECRET = 'what only the caller has';
export function keptRequest(organizationId: string, leaseUntil: number) {
  const scope = scopes.organization(organizationId);
  return { scope, hash: 'hash', fingerprint: 'same', holder: 'me', leaseUntil };
}

const NAME = 'bare';
const target = (operation: string) => `DynamoDB_20120810.${operation}`;
const fileOf = (release: string) => new URL(`recordings/${release}.jsonl`, import.meta.url);

/** A line for the facts, and one for each item. */
export function writeRecording(release: string, { facts, items }: Recording): void {
  const lines = [facts, ...items].map((line) => `${JSON.stringify(line)}\n`);
  // A recording is what a release has stored; today's code cannot make it anew.
  writeFileSync(fileOf(release), lines.join(''), { flag: 'wx' });
}

export function readRecording(release: string): Recording {
  const lines = readFileSync(fileOf(release), 'utf8').trimEnd().split('\n');
  const [facts, ...items] = lines.map((line) => JSON.parse(line));
  return { facts: facts as RecordedFacts, items: items as RecordedItem[] };
}

/** Everything in a bare table. */
export async function storedItems(endpoint: string): Promise<RecordedItem[]> {
  const items: RecordedItem[] = [];
  let start: unknown;
  do {
    const page = await callAws<{ Items: RecordedItem[]; LastEvaluatedKey?: unknown }>(
      endpoint,
      target('Scan'),
      { TableName: NAME, ...(start !== undefined && { ExclusiveStartKey: start }) },
    );
    items.push(...page.Items);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** Makes a bare table hold these items and no other. */
export async function restore(endpoint: string, items: readonly RecordedItem[]): Promise<void> {
  for (const { PK, SK } of await storedItems(endpoint)) {
    await callAws(endpoint, target('DeleteItem'), { TableName: NAME, Key: { PK, SK } });
  }
  for (const Item of items) await callAws(endpoint, target('PutItem'), { TableName: NAME, Item });
}
