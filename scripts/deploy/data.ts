import { DeleteTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';

export interface StageData {
  tableName: string;
  bucketName: string;
}

/** Deletes a stage's retained table and images. Resources that no longer exist are skipped. */
export async function deleteData(region: string, { tableName, bucketName }: StageData): Promise<void> {
  const tables = new DynamoDBClient({ region });
  await unlessGone(() =>
    tables.send(new UpdateTableCommand({ TableName: tableName, DeletionProtectionEnabled: false })),
  );
  await unlessGone(() => tables.send(new DeleteTableCommand({ TableName: tableName })));

  const objects = new S3Client({ region });
  await unlessGone(async () => {
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: objects },
      { Bucket: bucketName },
    )) {
      if (Contents.length === 0) continue;
      const Objects = Contents.map(({ Key = '' }) => ({ Key }));
      await objects.send(new DeleteObjectsCommand({ Bucket: bucketName, Delete: { Objects, Quiet: true } }));
    }
    await objects.send(new DeleteBucketCommand({ Bucket: bucketName }));
  });
}

async function unlessGone(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    const gone = error instanceof Error && ['ResourceNotFoundException', 'NoSuchBucket'].includes(error.name);
    if (!gone) throw error;
  }
}
