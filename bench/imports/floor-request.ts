import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

/** The floor of a first request: the calls that GET /credits makes of the table, in the same two rounds, and nothing else. */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;

interface Keys {
  apiKey: object;
  balance: object;
  organization: object;
  counter: object;
  use: object;
}

const get = (Key: object) => client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
const count = (Key: object) =>
  client.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'ADD #count :one',
      ExpressionAttributeNames: { '#count': 'floor' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'ALL_NEW',
    }),
  );

export const handler = async ({ keys }: { keys: Keys }) => {
  const [, balance] = await Promise.all([get(keys.apiKey), get(keys.balance)]);
  await Promise.all([count(keys.counter), count(keys.use), get(keys.organization)]);
  return { statusCode: 200, body: JSON.stringify({ success: true, credits: balance.Item?.credits }) };
};
