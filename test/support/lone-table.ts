import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import type { StoredItem } from '../../shared/table/transaction.ts';
import { engineTable } from './engine-table.ts';

const BATCH = 25;
const BATCHES_AT_ONCE = 4;

export interface LoneTable {
  /** Writes items directly to the table. */
  seed(items: readonly StoredItem[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes a table for one test file, which handlers in this process find by the environment. It has no stream.
 * @throws when an earlier file of the process had such a table, which the modules of handlers remember
 */
export async function startLoneTable(): Promise<LoneTable> {
  if (process.env.TABLE_NAME !== undefined)
    throw new Error('The handlers of this process have a table already: name the file *.isolated.test.ts.');
  const { table, endpoint, stop } = await engineTable(systemRandomness);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'lone',
    AWS_SECRET_ACCESS_KEY: 'lone',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: table.name,
    STAGE: 'local',
    APP_URL: 'https://headshots.test',
    ORIGIN_SECRETS: 'none',
    ADDRESS_REQUESTS_PER_MINUTE: '300',
  });
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return { seed: (items) => writeAll(documents, table.name, items), stop };
}

async function writeAll(
  documents: DynamoDBDocumentClient,
  tableName: string,
  items: readonly StoredItem[],
): Promise<void> {
  let next = 0;
  const writeSome = async () => {
    while (next < items.length) {
      const batch = items.slice(next, next + BATCH);
      next += BATCH;
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, writeSome));
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

export interface LambdaAnswer {
  statusCode: number;
  /** The size of the response as Lambda counts it, in bytes. */
  bytes: number;
  body: Record<string, unknown>;
}

/** Calls the handler of a GET endpoint as API Gateway does. */
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
