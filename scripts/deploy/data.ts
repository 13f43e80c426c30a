import { DeleteTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';

export interface StageData {
  tableName: string;
  /** The images, and what training jobs have read and written. */
  bucketNames: readonly string[];
}

/** Deletes a stage's retained table and buckets. Resources that no longer exist are skipped. */
export async function deleteData(region: string, { tableName, bucketNames }: StageData): Promise<void> {
  const tables = new DynamoDBClient({ region });
  await unlessGone(() =>
    tables.send(new UpdateTableCommand({ TableName: tableName, DeletionProtectionEnabled: false })),
  );
  await unlessGone(() => tables.send(new DeleteTableCommand({ TableName: tableName })));

  const objects = new S3Client({ region });
  for (const bucketName of bucketNames) {
    await unlessGone(async () => {
      await deleteVersions(objects, bucketName);
      await objects.send(new DeleteBucketCommand({ Bucket: bucketName }));
    });
  }
}

/** Deletes every version of every object, and the markers of deleted ones: S3 deletes empty buckets only. */
async function deleteVersions(objects: S3Client, Bucket: string): Promise<void> {
  let next: Pick<ListObjectVersionsCommandOutput, 'NextKeyMarker' | 'NextVersionIdMarker'> | undefined = {};
  while (next) {
    const page: ListObjectVersionsCommandOutput = await objects.send(
      new ListObjectVersionsCommand({
        Bucket,
        KeyMarker: next.NextKeyMarker,
        VersionIdMarker: next.NextVersionIdMarker,
      }),
    );
    const Objects = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(
      ({ Key = '', VersionId }) => ({ Key, VersionId }),
    );
    if (Objects.length > 0) {
      await objects.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    }
    next = page.IsTruncated ? page : undefined;
  }
}

async function unlessGone(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    const gone = error instanceof Error && ['ResourceNotFoundException', 'NoSuchBucket'].includes(error.name);
    if (!gone) throw error;
  }
}
