import { callAws } from '@headshots/local-cloud/engines/aws-json.ts';
import type { Entity } from '../../shared/table/keys.ts';

/** An item in the JSON of DynamoDB, `{"PK":{"S":"…"}}`, as it is stored. */
export type RawItem = Record<string, Record<string, unknown>> & { entity: { S: Entity } };

/** A table, and the engine that has it. */
export interface TablePlace {
  endpoint: string;
  name: string;
}

/** All items of the table, in the order of a scan. */
export async function storedItems({ endpoint, name }: TablePlace): Promise<RawItem[]> {
  const items: RawItem[] = [];
  let start: unknown;
  do {
    const page = await callAws<{ Items: RawItem[]; LastEvaluatedKey?: unknown }>(
      endpoint,
      'DynamoDB_20120810.Scan',
      { TableName: name, ...(start !== undefined && { ExclusiveStartKey: start }) },
    );
    items.push(...page.Items);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}
