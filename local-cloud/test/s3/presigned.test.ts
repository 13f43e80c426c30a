import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND, systemClock } from '../../src/clock.ts';
import { BUCKET, OWNER, READER, SESSION, send, startWorld, type World } from '../../src/testing/s3-world.ts';

let world: World;
let s3: S3Client;
const KEY = 'photos/org_1/mdl_1/pho_1/main.jpg';

beforeAll(async () => {
  world = await startWorld();
  s3 = world.client();
  await s3.send(
    new PutObjectCommand({ Bucket: BUCKET, Key: KEY, Body: 'PIXELS', ContentType: 'image/jpeg' }),
  );
});
afterAll(() => world.stop());

interface LinkOptions {
  client?: S3Client;
  key?: string;
  expiresIn?: number;
  signingDate?: Date;
}

function link({ client = s3, key = KEY, ...options }: LinkOptions = {}): Promise<string> {
  return getSignedUrl(client, new GetObjectCommand({ Bucket: BUCKET, Key: key }), {
    expiresIn: 3600,
    ...options,
  });
}

function withParameter(url: string, name: string, value: string): string {
  const altered = new URL(url);
  altered.searchParams.set(name, value);
  return altered.href;
}

describe('a presigned link', () => {
  it('returns the object with its headers', async () => {
    const answer = await send(await link());
    expect(answer).toMatchObject({ status: 200, text: 'PIXELS' });
    expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': '6' });
    expect(answer.headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
  });

  it('returns a range, and 304 to a client that has the object already', async () => {
    const url = await link();
    expect(await send(url, { headers: { Range: 'bytes=1-3' } })).toMatchObject({ status: 206, text: 'IXE' });
    const { headers } = await send(url);
    expect(await send(url, { headers: { 'If-None-Match': headers.etag ?? '' } })).toMatchObject({
      status: 304,
    });
  });

  it('works for HEAD when signed for it', async () => {
    const url = await getSignedUrl(s3, new HeadObjectCommand({ Bucket: BUCKET, Key: KEY }));
    const answer = await send(url, { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers['content-length']).toBe('6');
  });

  it.each([
    'plain.txt',
    "a b+c (1)!'*~.txt",
    'Grüße/日本/😀.txt',
    'percent%20literal.txt',
    'slash//double/ends/',
    `photos/org_${'0'.repeat(26)}/mdl_${'0'.repeat(26)}/pho_${'0'.repeat(26)}/thumbnail.jpg`,
    '&query=?#fragment',
  ])('works for the key %s', async (key) => {
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: key }));
    expect(await send(await link({ key }))).toMatchObject({ status: 200, text: key });
  });

  it('works with any encoding of the path', async () => {
    const url = await link({ key: 'plain.txt' });
    expect((await send(url.replace('plain', '%70l%61in'))).status).toBe(200);
  });

  it('sets the response headers that were signed', async () => {
    const command = new GetObjectCommand({
      Bucket: BUCKET,
      Key: KEY,
      ResponseContentDisposition: 'attachment; filename="a b.jpg"',
      ResponseContentType: 'application/x-download',
    });
    const answer = await send(await getSignedUrl(s3, command));
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="a b.jpg"',
      'content-type': 'application/x-download',
    });
  });

  it('is valid for its own method only', async () => {
    for (const method of ['HEAD', 'PUT', 'DELETE']) {
      expect((await send(await link(), { method })).status).toBe(403);
    }
    expect(await world.stored(KEY)).toBe('PIXELS');
  });
});

describe('a link that was tampered with', () => {
  const refused = async (url: string, code: string, status = 403) => {
    const answer = await send(url);
    expect(answer).toMatchObject({ status, code });
    expect(answer.text).not.toContain('PIXELS');
  };

  it.each([
    ['another key', (url: string) => url.replace('main.jpg', 'original.jpg')],
    ['another organization', (url: string) => url.replace('org_1', 'org_2')],
    ['another bucket', (url: string) => url.replace(`/${BUCKET}/`, '/other/')],
    ['an additional slash', (url: string) => url.replace(`/${BUCKET}/`, `/${BUCKET}//`)],
    ['a longer validity', (url: string) => withParameter(url, 'X-Amz-Expires', '3601')],
    [
      'a later date',
      (url: string) => url.replace(/(X-Amz-Date=\d{8}T\d{5})(\d)/, (_, a, b) => `${a}${9 - Number(b)}`),
    ],
    ['a parameter more', (url: string) => `${url}&x=1`],
    ['an empty parameter more', (url: string) => `${url}&x`],
    ['a download name added', (url: string) => `${url}&response-content-disposition=attachment`],
    ['a parameter less', (url: string) => url.replace('&x-id=GetObject', '')],
    ['a parameter twice', (url: string) => `${url}&X-Amz-Expires=3600`],
    ['other signed headers', (url: string) => withParameter(url, 'X-Amz-SignedHeaders', 'host;range')],
    ['a signed payload', (url: string) => withParameter(url, 'X-Amz-Content-Sha256', '0'.repeat(64))],
    ['an empty hash for a signature', (url: string) => withParameter(url, 'X-Amz-Signature', '0'.repeat(64))],
    ['a signature cut short', (url: string) => url.replace(/(X-Amz-Signature=[0-9a-f]{63})[0-9a-f]/, '$1')],
    [
      'an upper-case signature',
      (url: string) =>
        url.replace(/X-Amz-Signature=[0-9a-f]+/, (each) => `X-Amz-Signature=${each.slice(16).toUpperCase()}`),
    ],
  ])('by %s does not match its signature', async (_name, tamper) => {
    const url = await link();
    const tampered = tamper(url);
    expect(tampered).not.toBe(url);
    await refused(tampered, 'SignatureDoesNotMatch');
  });

  it('by sending it to another host is rejected with SignatureDoesNotMatch', async () => {
    const url = await link();
    const { port } = new URL(url);
    expect(await send(url, { headers: { Host: `localhost:${port}` } })).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it('by naming another access key is rejected', async () => {
    const url = await link();
    await refused(url.replace(OWNER.accessKeyId, READER.accessKeyId), 'SignatureDoesNotMatch');
    await refused(url.replace(OWNER.accessKeyId, 'AKIANOBODY'), 'InvalidAccessKeyId');
  });

  it.each([
    ['X-Amz-Expires', '604801'],
    ['X-Amz-Expires', '-1'],
    ['X-Amz-Expires', '1h'],
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA512'],
    ['X-Amz-Date', 'yesterday'],
    ['X-Amz-Date', '20269999T999999Z'],
    ['X-Amz-Credential', 'AKIAOWNER'],
    ['X-Amz-Credential', 'AKIAOWNER/20200101/eu-west-1/s3/aws4_request'],
    ['X-Amz-Credential', (former: string) => former.replace('eu-west-1', 'us-east-1')],
    ['X-Amz-Credential', (former: string) => former.replace('/s3/', '/sqs/')],
    ...['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'].map(
      (name) => [`X-Amz-${name}`, undefined] as const,
    ),
  ] as const)('by %s=%s is malformed', async (name, value) => {
    const { href, searchParams } = new URL(await link());
    const altered = new URL(href);
    if (value === undefined) altered.searchParams.delete(name);
    else
      altered.searchParams.set(name, typeof value === 'string' ? value : value(searchParams.get(name) ?? ''));
    await refused(altered.href, 'AuthorizationQueryParametersError', 400);
  });

  it('by leaving out its whole query is rejected', async () => {
    await refused((await link()).replace(/\?.*/, ''), 'AccessDenied');
  });

  it('by not signing the host is rejected', async () => {
    await refused(withParameter(await link(), 'X-Amz-SignedHeaders', 'range'), 'AccessDenied');
  });

  it('by a header that was not signed is rejected', async () => {
    const answer = await send(await link(), { headers: { 'x-amz-copy-source': '/images/other' } });
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(answer.text).toContain('<HeadersNotSigned>x-amz-copy-source</HeadersNotSigned>');
  });

  it('by an additional Authorization header is rejected', async () => {
    const answer = await send(await link(), { headers: { Authorization: 'AWS4-HMAC-SHA256 x' } });
    expect(answer).toMatchObject({ status: 400, code: 'InvalidArgument' });
  });

  it.each(['..', '.', '%2e%2e', '%2E'])('by the path segment %s is rejected', async (segment) => {
    await refused((await link()).replace('/org_1/', `/${segment}/`), 'InvalidURI', 400);
  });

  it.each(['%', '%zz', '%ff'])('by the malformed encoding %s is rejected', async (encoding) => {
    await refused((await link()).replace('main', encoding), 'InvalidURI', 400);
    await refused(`${await link()}&x=${encoding}`, 'InvalidURI', 400);
  });
});

describe('the validity of a link', () => {
  it('ends at a time that the answer names', async () => {
    const own = await startWorld();
    const client = own.client();
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: KEY, Body: 'PIXELS' }));
    const url = await link({ client, expiresIn: DAY / SECOND });
    own.advance(DAY - MINUTE);
    expect((await send(url)).status).toBe(200);
    own.advance(MINUTE + 2 * SECOND);
    const answer = await send(url);
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(answer.text).toContain('<Message>Request has expired</Message>');
    expect(answer.text).toContain('<X-Amz-Expires>86400</X-Amz-Expires>');
    expect(answer.text).toMatch(/<Expires>[\d-]+T[\d:.]+Z<\/Expires>/);
    await own.stop();
  });

  it('is seven days at the most', async () => {
    const url = await link({ expiresIn: 604800 });
    expect((await send(url)).status).toBe(200);
  });

  it('has not begun when the link is dated in the future', async () => {
    const url = await link({ signingDate: new Date(systemClock.now() + 16 * MINUTE) });
    const answer = await send(url);
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(answer.text).toContain('Request is not yet valid');
  });
});

describe('the owner of a link', () => {
  it('limits it to the rights of that owner', async () => {
    const reader = world.client(READER);
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'uploads/private', Body: 'private' }));
    expect((await send(await link({ client: reader }))).text).toBe('PIXELS');
    expect(await send(await link({ client: reader, key: 'uploads/private' }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
    const upload = await getSignedUrl(reader, new PutObjectCommand({ Bucket: BUCKET, Key: KEY }));
    expect(await send(upload, { method: 'PUT', body: 'forged' })).toMatchObject({ status: 403 });
    expect(await world.stored(KEY)).toBe('PIXELS');
  });

  it('learns that an object is missing only when allowed to list', async () => {
    const reader = world.client(READER);
    const key = 'photos/org_1/missing.jpg';
    expect(await send(await link({ key }))).toMatchObject({ status: 404, code: 'NoSuchKey' });
    expect(await send(await link({ key, client: reader }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });

  it('needs the session token of temporary credentials', async () => {
    const url = await link({ client: world.client(SESSION) });
    expect((await send(url)).text).toBe('PIXELS');
    const { sessionToken: _sessionToken, ...withoutToken } = SESSION;
    expect(await send(await link({ client: world.client(withoutToken) }))).toMatchObject({
      code: 'InvalidToken',
    });
    expect(await send(withParameter(url, 'X-Amz-Security-Token', 'other'))).toMatchObject({
      code: 'InvalidToken',
    });
  });
});

describe('a presigned upload', () => {
  it('stores the body only with the signed content type', async () => {
    const command = new PutObjectCommand({
      Bucket: BUCKET,
      Key: 'uploads/presigned',
      ContentType: 'image/png',
    });
    const url = await getSignedUrl(s3, command, { signableHeaders: new Set(['content-type']) });
    expect(await send(url, { method: 'PUT', body: 'bytes' })).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(await world.stored('uploads/presigned')).toBeUndefined();
    const answer = await send(url, {
      method: 'PUT',
      body: 'bytes',
      headers: { 'Content-Type': 'image/png' },
    });
    expect(answer.status).toBe(200);
    const head = await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'uploads/presigned' }));
    expect(head).toMatchObject({ ContentType: 'image/png', ContentLength: 5, ETag: answer.headers.etag });
  });

  it('that is rejected gets its answer although it is still sending', async () => {
    const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket: BUCKET, Key: 'uploads/mine' }));
    const body = Buffer.alloc(30 * 1024 * 1024);
    const answer = await send(url.replace('uploads/mine', 'uploads/theirs'), { method: 'PUT', body });
    expect(answer).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });
});
