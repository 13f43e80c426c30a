import { type AttributeValue, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { deployedS3Client } from '../../shared/deployed/s3-client.ts';
import { PHOTOS_PREFIX, UPLOADS_PREFIX } from '../../shared/images/keys.ts';
import { environment } from '../../shared/platform/environment.ts';
import { type ItemForm, storedBytes } from './item-size.ts';
import type { Stored } from './quantities.ts';

type Item = Record<string, AttributeValue>;

const SUBJECT = /\/subjects\//;

/** What the cloud of the operator's environment stores. */
export async function measureStored(): Promise<Stored> {
  const uploads = await objects(UPLOADS_PREFIX);
  const photos = await objects(PHOTOS_PREFIX);
  return {
    uploads: uploads.filter(({ key }) => !SUBJECT.test(key)).length,
    subjects: bytesOf(uploads.filter(({ key }) => SUBJECT.test(key))),
    photos: bytesOf(photos),
    items: (await items()).reduce((sum, item) => sum + storedBytes(item as ItemForm), 0),
  };
}

export function lessOf(after: Stored, before: Stored): Stored {
  return {
    uploads: after.uploads - before.uploads,
    subjects: after.subjects - before.subjects,
    photos: after.photos - before.photos,
    items: after.items - before.items,
  };
}

async function items(): Promise<Item[]> {
  const client = new DynamoDBClient({});
  const found: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: environment('TABLE_NAME'), ExclusiveStartKey: start }),
    );
    found.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return found;
}

interface StoredObject {
  key: string;
  size: number;
}

async function objects(prefix: string): Promise<StoredObject[]> {
  const client = deployedS3Client();
  const found: StoredObject[] = [];
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: environment('IMAGES_BUCKET'),
        Prefix: prefix,
        ContinuationToken: token,
      }),
    );
    for (const { Key = '', Size = 0 } of page.Contents ?? []) found.push({ key: Key, size: Size });
    token = page.NextContinuationToken;
  } while (token);
  return found;
}

function bytesOf(stored: readonly StoredObject[]): number {
  return stored.reduce((sum, { size }) => sum + size, 0);
}
