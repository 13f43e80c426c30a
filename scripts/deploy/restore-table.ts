import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

/** A restore of a large table takes hours. */
const MAX_WAIT_SECONDS = 24 * 3600;

export interface RestoredTable {
  name: string;
  streamArn: string;
}

/**
 * Restores a table to a point in time beside it, and gives the new table what a restore leaves out: the stream, the
 * expiry of items, continuous backups and the protection against deletion.
 */
export async function restoreTable(
  config: DynamoDBClientConfig,
  from: string,
  to: Date,
): Promise<RestoredTable> {
  const client = new DynamoDBClient(config);
  const name = `${from.slice(0, 220)}-${to.toISOString().replaceAll(/[^0-9T]/g, '')}`;
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: from,
      TargetTableName: name,
      RestoreDateTime: to,
    }),
  );
  const active = () => waitUntilTableExists({ client, maxWaitTime: MAX_WAIT_SECONDS }, { TableName: name });
  await active();
  const { TableDescription } = await client.send(
    new UpdateTableCommand({
      TableName: name,
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  await active();
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
    }),
  );
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName: name,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  const streamArn = TableDescription?.LatestStreamArn;
  if (!streamArn)
    throw new Error(`DynamoDB named no stream of ${name}: read it with aws dynamodb describe-table.`);
  return { name, streamArn };
}
