import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamoDB } from '../../local/engines/dynamodb.ts';
import type { Randomness } from '../../shared/platform/randomness.ts';
import { Table } from '../../shared/table/table.ts';

const NAME = 'bare';

/** A table on a real engine without functions, stream and queues, so that only the test changes it. */
export async function bareTable(
  randomness: Randomness,
): Promise<{ table: Table; client: DynamoDBClient; endpoint: string; stop(): Promise<void> }> {
  const engine = await startDynamoDB();
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await client.send(
    new CreateTableCommand({
      TableName: NAME,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: keySchema('PK', 'SK'),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'GSI1',
          KeySchema: keySchema('GSI1PK', 'GSI1SK'),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
  const table = new Table(client, NAME, randomness);
  return { table, client, endpoint: engine.endpoint, stop: () => engine.stop() };
}

function keySchema(partition: string, sort: string) {
  return [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
}
