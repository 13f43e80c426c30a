import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/** The floor: the least that a handler with a table loads. */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async () =>
  client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { PK: 'HEALTH', SK: 'HEALTH' } }));
