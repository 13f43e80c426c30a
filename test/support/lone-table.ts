import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { startDynamoDB } from '../../local/engines/dynamodb.ts';
import { INDEX } from '../../shared/table/keys.ts';
import type { StoredItem } from '../../shared/table/transaction.ts';

const TABLE = 'lone-table';
const BATCH = 25;
const BATCHES_AT_ONCE = 4;

export interface LoneTable {
  /** Writes items straight into the table. */
  seed(items: readonly StoredItem[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A table of a test's own, in an engine of its own, which functions called in this process find in their
 * environment. It has no stream, with which the engine takes a minute for ten thousand items, and not seconds.
 */
export async function startLoneTable(): Promise<LoneTable> {
  const engine = await startDynamoDB();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'lone',
    AWS_SECRET_ACCESS_KEY: 'lone',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    TABLE_NAME: TABLE,
    STAGE: 'local',
    APP_URL: 'https://headshots.test',
  });
  const client = new DynamoDBClient({});
  const attributes = ['PK', 'SK', `${INDEX}PK`, `${INDEX}SK`];
  const keySchema = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keySchema('PK', 'SK'),
      GlobalSecondaryIndexes: [
        {
          IndexName: INDEX,
          KeySchema: keySchema(`${INDEX}PK`, `${INDEX}SK`),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    seed: (items) => writeAll(documents, items),
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

async function writeAll(documents: DynamoDBDocumentClient, items: readonly StoredItem[]): Promise<void> {
  let next = 0;
  const writeSome = async () => {
    while (next < items.length) {
      const batch = items.slice(next, next + BATCH);
      next += BATCH;
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [TABLE]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, writeSome));
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

export interface LambdaAnswer {
  statusCode: number;
  /** What Lambda has to take of the answer, in bytes. */
  bytes: number;
  body: Record<string, unknown>;
}

/** Calls a GET endpoint's function as API Gateway does. */
export async function callHandler(
  handler: Handler,
  apiKey: string,
  queryStringParameters: Record<string, string> = {},
): Promise<LambdaAnswer> {
  const event = {
    headers: { authorization: `Bearer ${apiKey}` },
    queryStringParameters,
    requestContext: { http: { method: 'GET', sourceIp: '127.0.0.1' } },
    isBase64Encoded: false,
  };
  const answer = (await handler(event as unknown as APIGatewayProxyEventV2, {} as Context)) as {
    statusCode: number;
    body: string;
  };
  return {
    statusCode: answer.statusCode,
    bytes: Buffer.byteLength(JSON.stringify(answer)),
    body: JSON.parse(answer.body),
  };
}
