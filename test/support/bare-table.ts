import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamoDB } from '@headshots/local-cloud/engines/dynamodb.ts';
import type { Randomness } from '../../shared/platform/randomness.ts';
import { Table } from '../../shared/table/table.ts';

export interface BareTable {
  table: Table;
  client: DynamoDBClient;
  endpoint: string;
  stop(): Promise<void>;
}

/** The engines read the form of a signature and do not verify it. Computing one takes a quarter of the time of a call. */
const SIGNED = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0',
};

/**
 * A table on a real engine of its own without functions, stream and queues, so that only the caller changes it. For
 * programs, and for tests with thousands of calls, which would slow the others down: the rest take `freshTable`, in memory.
 */
export async function bareTable(randomness: Randomness): Promise<BareTable> {
  const engine = await startDynamoDB();
  const created = await createTable(engine.endpoint, 'bare', randomness);
  return { ...created, stop: () => engine.stop() };
}

/** Creates an empty table with the index of the service. */
export async function createTable(
  endpoint: string,
  name: string,
  randomness: Randomness,
): Promise<Omit<BareTable, 'stop'>> {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    signer: {
      sign: async (request) => {
        Object.assign(request.headers, SIGNED);
        return request;
      },
    },
  });
  await client.send(
    new CreateTableCommand({
      TableName: name,
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
  return { table: new Table(client, name, randomness), client, endpoint };
}

function keySchema(partition: string, sort: string) {
  return [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
}
