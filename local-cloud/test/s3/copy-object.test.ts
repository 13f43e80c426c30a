import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, READER, startWorld, type World } from '../../src/testing/s3-world.ts';

const TO = 'uploads/org/mdl/upl_1';

let world: World;
let client: S3Client;

beforeAll(async () => {
  world = await startWorld();
  client = world.client();
});
afterAll(() => world.stop());

async function put(key: string, body: string): Promise<string> {
  const stored = await client.send(
    new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body, ContentType: 'text/plain' }),
  );
  return stored.ETag ?? '';
}

const copy = (from: string, options: Partial<CopyObjectCommand['input']> = {}, sender = client) =>
  sender.send(
    new CopyObjectCommand({
      Bucket: BUCKET,
      Key: TO,
      CopySource: `${BUCKET}/${from.split('/').map(encodeURIComponent).join('/')}`,
      ...options,
    }),
  );

describe('CopyObject', () => {
  it('copies the bytes and the metadata, and answers with the ETag', async () => {
    const etag = await put('incoming/a b+ü', 'first');
    const { CopyObjectResult } = await copy('incoming/a b+ü', { CopySourceIfMatch: etag });
    expect(CopyObjectResult?.ETag).toBe(etag);
    expect(await world.stored(TO)).toBe('first');
    const { ContentType } = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: TO }));
    expect(ContentType).toBe('text/plain');
  });

  it('replaces the metadata where the request says so', async () => {
    await put('incoming/b', 'second');
    await copy('incoming/b', { MetadataDirective: 'REPLACE', ContentType: 'image/png' });
    const { ContentType } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: TO }));
    expect(ContentType).toBe('image/png');
  });

  it('copies nothing when the source has changed since its ETag was read', async () => {
    const judged = await put('incoming/c', 'a face');
    await copy('incoming/c');
    await put('incoming/c', 'another');
    await expect(copy('incoming/c', { CopySourceIfMatch: judged })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect(await world.stored(TO)).toBe('a face');
  });

  it('answers NoSuchKey for a missing source', async () => {
    await expect(copy('incoming/none')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('is denied to a caller that may read the source but not write the copy', async () => {
    await put('photos/a', 'a photo');
    await expect(copy('photos/a', {}, world.client(READER))).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('requires the right to write the copy and the right to read the source', async () => {
    const writer = { accessKeyId: 'AKIAWRITER', secretAccessKey: 'writer-secret' };
    const asked: string[] = [];
    const other = await startWorld({
      credentials: () => ({
        secretAccessKey: writer.secretAccessKey,
        authorize: (action, _bucket, key) => void asked.push(`${action} ${key}`),
      }),
    });
    await copy('incoming/none', {}, other.client(writer)).catch(() => undefined);
    await other.stop();
    expect(asked).toEqual([`s3:PutObject ${TO}`, 's3:GetObject incoming/none']);
  });

  it('rejects conditions that are not implemented', async () => {
    await put('incoming/d', 'fourth');
    await expect(copy('incoming/d', { CopySourceIfNoneMatch: '"x"' })).rejects.toMatchObject({
      name: 'NotImplemented',
    });
  });
});
