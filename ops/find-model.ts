import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { Problem } from '../shared/contract/errors.ts';
import type { Model } from '../shared/domain/model/model.ts';
import { awsClientSettings } from '../shared/platform/aws-client.ts';

/**
 * Finds the organization of a model by the model's id alone. All keys begin with an organization, so this
 * scans the whole table. It is meant for operators and must not be used in a function.
 * @throws NOT_FOUND.
 */
export async function organizationOfModel(tableName: string, modelId: string): Promise<string> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(awsClientSettings()));
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: '#entity = :entity AND #id = :id',
      ExpressionAttributeNames: { '#entity': 'entity', '#id': 'id' },
      ExpressionAttributeValues: { ':entity': 'MODEL', ':id': modelId },
    },
  );
  for await (const page of pages) {
    const [model] = (page.Items ?? []) as Model[];
    if (model) return model.organizationId;
  }
  throw new Problem('NOT_FOUND', `There is no model ${modelId}.`);
}
