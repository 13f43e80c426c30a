import { type Json, type JsonObject, object, type Resource } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import { callAws } from './aws-json.ts';

/** The created table and its stream. `streamArn` is undefined when the template asks for none. */
export interface CreatedTable {
  resource: Resource;
  name: string;
  streamArn: string | undefined;
}

/** Creates a table exactly as the template describes it. */
export async function createTable(
  endpoint: string,
  resource: Resource,
  resolver: Resolver,
): Promise<CreatedTable> {
  const name = resolver.reference(resource);
  const property = (key: string): Json | undefined => resolver.property(resource, key);
  const stream = property('StreamSpecification');
  const { TableDescription } = await callAws<{ TableDescription: { LatestStreamArn?: string } }>(
    endpoint,
    'DynamoDB_20120810.CreateTable',
    {
      TableName: name,
      AttributeDefinitions: property('AttributeDefinitions'),
      KeySchema: property('KeySchema'),
      BillingMode: 'PAY_PER_REQUEST',
      ...optional('GlobalSecondaryIndexes', property('GlobalSecondaryIndexes')),
      ...optional(
        'StreamSpecification',
        stream === undefined ? undefined : { StreamEnabled: true, ...object(stream) },
      ),
    },
  );
  const timeToLive = property('TimeToLiveSpecification');
  if (timeToLive !== undefined) {
    await callAws(endpoint, 'DynamoDB_20120810.UpdateTimeToLive', {
      TableName: name,
      TimeToLiveSpecification: timeToLive,
    });
  }
  return { resource, name, streamArn: TableDescription.LatestStreamArn };
}

function optional(key: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}
