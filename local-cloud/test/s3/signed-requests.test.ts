import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/clock.ts';
import { BUCKET, OWNER, READER, SESSION, send, startWorld, type World } from '../../src/testing/s3-world.ts';

let world: World;
let s3: S3Client;

beforeAll(async () => {
  world = await startWorld();
  s3 = world.client();
});
afterAll(() => world.stop());

interface Sent {
  headers: Record<string, string>;
  path: string;
  body: unknown;
}
type Change = (request: Sent) => unknown;

/** Sends a PUT as the SDK signed it, with one change in transit. */
async function putAltered(key: string, body: string | Readable, alter: Change): Promise<unknown> {
  const client = world.client();
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => {
    alter(request);
    return handle(request, options);
  };
  const length = typeof body === 'string' ? {} : { ContentLength: 5 };
  return client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body, ...length }));
}

const header =
  (name: string, value: string): Change =>
  ({ headers }) => {
    headers[name] = value;
  };
const without =
  (name: string): Change =>
  ({ headers }) =>
    delete headers[name];
const authorization =
  (part: RegExp, other: string): Change =>
  ({ headers }) => {
    headers.authorization = (headers.authorization ?? '').replace(part, other);
  };

describe('the SDK', () => {
  it('stores, reads, describes, lists and deletes', async () => {
    const Key = 'uploads/org_1/a b.txt';
    const put = await s3.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key,
        Body: 'text',
        ContentType: 'text/plain',
        ContentDisposition: 'inline',
        CacheControl: 'private',
        Metadata: { Origin: 'camera' },
      }),
    );
    const get = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    expect(await get.Body?.transformToString()).toBe('text');
    expect(get).toMatchObject({
      ContentType: 'text/plain',
      ContentDisposition: 'inline',
      CacheControl: 'private',
      Metadata: { origin: 'camera' },
      ETag: put.ETag,
      ChecksumCRC32: 'O4unxw==',
    });
    await s3.send(new HeadBucketCommand({ Bucket: BUCKET }));
    const list = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'uploads/org_1/' }));
    expect(list.Contents).toMatchObject([{ Key, Size: 4 }]);
    await s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
    await expect(s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
    await expect(s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key }))).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  it('lists page by page', async () => {
    for (const name of ['1', '2', '3']) {
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: `pages/${name}`, Body: name }));
    }
    const input = { Bucket: BUCKET, Prefix: 'pages/', MaxKeys: 2 };
    const first = await s3.send(new ListObjectsV2Command(input));
    const { NextContinuationToken: ContinuationToken } = first;
    const second = await s3.send(new ListObjectsV2Command({ ...input, ContinuationToken }));
    expect([first, second].map(({ Contents }) => Contents?.map(({ Key }) => Key))).toEqual([
      ['pages/1', 'pages/2'],
      ['pages/3'],
    ]);
  });

  it('uploads streams, whose framing is removed and whose trailing checksum is verified', async () => {
    const Body = Readable.from([Buffer.from('first '), Buffer.from('second')]);
    await s3.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: 'streamed',
        Body,
        ContentLength: 12,
        ContentEncoding: 'x-raw',
      }),
    );
    expect(await world.stored('streamed')).toBe('first second');
    const head = await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'streamed' }));
    expect(head).toMatchObject({ ContentLength: 12, ContentEncoding: 'x-raw' });
  });

  it('deletes many objects with any names', async () => {
    const keys = ['many/1', 'many/<&>"\'', 'many/&amp;lt;', 'many/ü 日本.txt'];
    for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Key }));
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'many/kept', Body: 'kept' }));
    const Objects = [...keys, 'many/unknown'].map((Key) => ({ Key }));
    const result = await s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    expect(result.Deleted).toEqual(Objects);
    const list = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'many/' }));
    expect(list.Contents?.map(({ Key }) => Key)).toEqual(['many/kept']);
  });

  it('gets an error for a deletion request that is too long', async () => {
    const Objects = Array.from({ length: 1000 }, (_, index) => ({ Key: String(index).padEnd(20_000, 'x') }));
    await expect(
      s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } })),
    ).rejects.toMatchObject({ name: 'MaxMessageLengthExceeded' });
  });

  it('has only the rights of the owner of its key', async () => {
    const reader = world.client(READER);
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'photos/1', Body: 'photo' }));
    const Objects = [{ Key: 'photos/1' }];
    for (const command of [
      new PutObjectCommand({ Bucket: BUCKET, Key: 'photos/1', Body: 'forged' }),
      new DeleteObjectCommand({ Bucket: BUCKET, Key: 'photos/1' }),
      new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }),
      new ListObjectsV2Command({ Bucket: BUCKET }),
      new GetObjectCommand({ Bucket: BUCKET, Key: 'uploads/1' }),
    ]) {
      // The client accepts each of these commands, but not their union.
      await expect(reader.send(command as GetObjectCommand)).rejects.toMatchObject({ name: 'AccessDenied' });
    }
    expect(await world.stored('photos/1')).toBe('photo');
    await reader.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'photos/1' }));
  });

  it('needs a known key, its secret and its token', async () => {
    const get = new GetObjectCommand({ Bucket: BUCKET, Key: 'photos/1' });
    const using = (credentials: typeof OWNER) => world.client(credentials).send(get);
    await expect(using({ ...OWNER, accessKeyId: 'AKIANOBODY' })).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    });
    await expect(using({ ...OWNER, secretAccessKey: 'x' })).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
    const { sessionToken: _sessionToken, ...withoutToken } = SESSION;
    await expect(using(withoutToken)).rejects.toMatchObject({ name: 'InvalidToken' });
    await expect(using(SESSION)).resolves.toBeDefined();
  });

  it('needs a clock within the allowed skew', async () => {
    const own = await startWorld();
    own.advance(16 * MINUTE);
    const command = new HeadBucketCommand({ Bucket: BUCKET });
    // A client corrects its clock after the first error; the answer to HEAD has no error code.
    await expect(own.client().send(command)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    expect(own.reports.at(-1)).toContain('RequestTimeTooSkewed');
    await own.stop();
  });
});

describe('a signed upload that was changed in transit', () => {
  it.each<[string, string, Change]>([
    ['another body', 'XAmzContentSHA256Mismatch', (sent) => (sent.body = 'HELLO')],
    [
      'another key',
      'SignatureDoesNotMatch',
      (sent) => (sent.path = sent.path.replace('altered', 'altered2')),
    ],
    ['another type', 'SignatureDoesNotMatch', header('content-type', 'text/html')],
    ['another checksum', 'SignatureDoesNotMatch', header('x-amz-checksum-crc32', 'AAAAAA==')],
    ['an unsigned payload', 'SignatureDoesNotMatch', header('x-amz-content-sha256', 'UNSIGNED-PAYLOAD')],
    ['metadata added', 'AccessDenied', header('x-amz-meta-role', 'admin')],
    ['no payload hash', 'InvalidRequest', without('x-amz-content-sha256')],
    ['no date', 'AccessDenied', without('x-amz-date')],
    ['no signature', 'AccessDenied', without('authorization')],
    ['another scheme', 'InvalidRequest', header('authorization', 'AWS AKIAOWNER:c2ln')],
    ['an incomplete Authorization header', 'AuthorizationHeaderMalformed', authorization(/Signature=.*/, '')],
    ['another region', 'AuthorizationHeaderMalformed', authorization(/eu-west-1/, 'us-east-1')],
  ])('by %s is rejected and not stored', async (_name, code, alter) => {
    await expect(putAltered('altered', 'hello', alter)).rejects.toMatchObject({ name: code });
    expect(await world.stored('altered')).toBeUndefined();
    expect(await world.stored('altered2')).toBeUndefined();
  });

  it.each([
    ['another byte', 'BadDigest', '5\r\nHELLO\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'],
    ['another checksum', 'BadDigest', '5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n'],
    ['no checksum', 'BadDigest', '5\r\nhello\r\n0\r\n\r\n'],
    ['a byte more', 'IncompleteBody', '6\r\nhello!\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'],
    ['a chunk cut short', 'IncompleteBody', '5\r\nhel'],
    ['a chunk of another length', 'IncompleteBody', '3\r\nhello\r\n0\r\n\r\n'],
    ['a chunk without length', 'IncompleteBody', 'hello\r\n0\r\n\r\n'],
    ['no last chunk', 'IncompleteBody', '5\r\nhello\r\n'],
    ['no body', 'IncompleteBody', ''],
  ])('by %s in its stream is refused and not stored', async (_name, code, framed) => {
    const altered = putAltered('altered', Readable.from([Buffer.from('hello')]), (request) => {
      (request.body as Readable).destroy();
      request.body = Readable.from([Buffer.from(framed)]);
    });
    await expect(altered).rejects.toMatchObject({ name: code });
    expect(await world.stored('altered')).toBeUndefined();
  });
});

describe('a conditional write', () => {
  it('with If-None-Match: * stores only a new object', async () => {
    const put = (Body: string) =>
      s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'once', Body, IfNoneMatch: '*' }));
    await put('first');
    await expect(put('second')).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await world.stored('once')).toBe('first');
  });

  it('succeeds for exactly one of many concurrent requests', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'race', Body: String(index), IfNoneMatch: '*' })),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('with If-Match replaces only the version that it names', async () => {
    const put = (Body: string, IfMatch?: string) =>
      s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'versioned', Body, ...(IfMatch && { IfMatch }) }));
    const { ETag } = await put('one');
    await put('two', ETag);
    await expect(put('three', ETag)).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await world.stored('versioned')).toBe('two');
  });
});

describe('an operation that the gate does not implement', () => {
  it('is answered with 501 and changes nothing', async () => {
    const target = { Bucket: BUCKET, Key: 'untouched' };
    await s3.send(new PutObjectCommand({ ...target, Body: 'original' }));
    const CopySource = `${BUCKET}/untouched`;
    const Tagging = { TagSet: [{ Key: 'k', Value: 'v' }] };
    for (const command of [
      new PutObjectTaggingCommand({ ...target, Tagging }),
      new CopyObjectCommand({ ...target, CopySource, TaggingDirective: 'REPLACE', Tagging: 'k=v' }),
      new PutObjectCommand({ ...target, Body: 'x', Tagging: 'k=v' }),
      new PutObjectCommand({ ...target, Body: 'x', IfNoneMatch: '"etag"' }),
      new PutObjectCommand({ ...target, Body: 'x', ChecksumAlgorithm: 'CRC32C', ChecksumCRC32C: 'AAAAAA==' }),
    ]) {
      await expect(s3.send(command as PutObjectCommand)).rejects.toMatchObject({ name: 'NotImplemented' });
    }
    expect(await world.stored('untouched')).toBe('original');
  });
});

describe('without a signature', () => {
  it.each([
    ['GET', `/${BUCKET}/photos/1`],
    ['HEAD', `/${BUCKET}/photos/1`],
    ['PUT', `/${BUCKET}/photos/1`],
    ['DELETE', `/${BUCKET}/photos/1`],
    ['POST', `/${BUCKET}?delete`],
    ['GET', `/${BUCKET}?list-type=2`],
    ['PUT', '/another-bucket'],
    ['GET', '/'],
    ['POST', '/'],
  ])('%s %s is refused', async (method, path) => {
    const answer = await send(world.endpoint + path, { method, body: method === 'PUT' ? 'forged' : '' });
    expect(answer.status).toBe(403);
    expect(answer.code).toBe(method === 'HEAD' ? undefined : 'AccessDenied');
  });

  it.each([
    ['/', 'InvalidURI'],
    ['/_s3x/images/key', 'InvalidURI'],
    ['/images/key', 'InvalidURI'],
    ['/_s3/images/../key', 'InvalidURI'],
    ['/_s3/../images/key', 'InvalidBucketName'],
    ['/_s3/images%2fphotos/1', 'InvalidBucketName'],
    ['/_s3/IMAGES/key', 'InvalidBucketName'],
    ['/_s3/a/key', 'InvalidBucketName'],
  ])('the address %s is refused as %s', async (path, code) => {
    const answer = await send(new URL(world.endpoint).origin + path);
    expect(answer).toMatchObject({ status: 400, code });
  });
});
