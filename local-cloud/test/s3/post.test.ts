import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src/clock.ts';
import { signString } from '../../src/s3/sigv4.ts';
import { BUCKET, OWNER, READER, SESSION, send, startWorld, type World } from '../../src/testing/s3-world.ts';

let world: World;
let s3: S3Client;

beforeAll(async () => {
  world = await startWorld();
  s3 = world.client();
});
afterAll(() => world.stop());

/** S3 replaces this variable with the name of the uploaded file. */
const FILENAME = '$'.concat('{filename}');
const KEY = 'uploads/org_1/mdl_1/upl_1';
const POLICY: Omit<PresignedPostOptions, 'Bucket'> = {
  Key: KEY,
  Conditions: [['content-length-range', 3, 10]],
  Fields: { 'Content-Type': 'image/png' },
  Expires: 600,
};

type Fields = Record<string, string>;
interface Upload {
  options?: Partial<PresignedPostOptions>;
  client?: S3Client;
  /** Changes the form after it was signed. */
  alter?: (fields: Fields) => void;
  file?: string | Blob;
  filename?: string;
  to?: (url: string) => string;
}

/** A form in which one field is another, or is missing. */
const having = (name: string, value: string | ((former: string) => string)): Upload => ({
  alter: (fields) => {
    fields[name] = typeof value === 'string' ? value : value(fields[name] ?? '');
  },
});
const without = (name: string): Upload => ({ alter: (fields) => delete fields[name] });

async function upload({
  options = {},
  client = s3,
  alter = () => {},
  file = 'pixels',
  filename = 'me.png',
  to = (url) => url,
}: Upload = {}) {
  const { url, fields } = await createPresignedPost(client, { Bucket: BUCKET, ...POLICY, ...options });
  alter(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), filename);
  const response = await fetch(to(url), { method: 'POST', body: form });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    code: /<Code>(.*?)<\/Code>/.exec(text)?.[1],
  };
}

describe('an upload by form', () => {
  it('is stored under its key with its type', async () => {
    const answer = await upload();
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers.get('location')).toBe(`${world.endpoint}/${BUCKET}/${KEY}`);
    const head = await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: KEY }));
    expect(head).toMatchObject({
      ContentType: 'image/png',
      ContentLength: 6,
      ETag: answer.headers.get('etag'),
    });
    expect(await world.stored(KEY)).toBe('pixels');
  });

  it.each(['200', '201', '204', '500'])(
    'answers the status %s that it asks for when S3 supports it',
    async (status) => {
      const Fields = { 'Content-Type': 'image/png', success_action_status: status };
      const answer = await upload({ options: { Fields } });
      expect(answer.status).toBe(status === '500' ? 204 : Number(status));
      if (status === '201') {
        expect(answer.text).toContain(`<Bucket>${BUCKET}</Bucket><Key>${KEY}</Key><ETag>`);
      }
    },
  );

  it('keeps metadata that the policy fixes', async () => {
    await upload({ options: { Fields: { ...POLICY.Fields, 'x-amz-meta-upload': 'upl_1' } } });
    const head = await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: KEY }));
    expect(head.Metadata).toEqual({ upload: 'upl_1' });
  });

  it('has the file name in its key when the policy allows it', async () => {
    const options = { Key: `named/${FILENAME}` };
    expect((await upload({ options, filename: 'C:\\photos\\me (1).png' })).status).toBe(204);
    expect(await world.stored('named/me (1).png')).toBe('pixels');
  });

  it('may contain any bytes, including text that resembles a boundary', async () => {
    const bytes = Uint8Array.from({ length: 256 * 64 }, (_, index) => index % 256);
    const tricky = '\r\n--\r\n------formdata-undici-0\r\n--';
    const Conditions: PresignedPostOptions['Conditions'] = [['content-length-range', 0, 1_000_000]];
    const answer = await upload({ options: { Conditions }, file: new Blob([tricky, bytes, tricky]) });
    expect(answer.status).toBe(204);
    expect(await world.stored(KEY)).toBe(
      Buffer.concat([Buffer.from(tricky), bytes, Buffer.from(tricky)]).toString(),
    );
  });

  it.each(['xxx', 'x'.repeat(10)])(
    'may have the fewest and the most bytes of its policy: %s',
    async (file) => {
      expect((await upload({ file })).status).toBe(204);
    },
  );

  it('may arrive in pieces of any size', async () => {
    const { url, fields } = await createPresignedPost(s3, { Bucket: BUCKET, ...POLICY, Key: 'uploads/slow' });
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const text = `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/png\r\n\r\npix\r\nels\r\n--b--\r\n`;
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (let at = 0; at < text.length; at += 7) {
          controller.enqueue(Buffer.from(text.slice(at, at + 7)));
          await new Promise(setImmediate);
        }
        controller.close();
      },
    });
    const headers = { 'Content-Type': 'multipart/form-data; boundary="b"' };
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    expect((await fetch(url, init)).status).toBe(204);
    expect(await world.stored('uploads/slow')).toBe('pix\r\nels');
  });
});

describe('an upload by form that its policy does not cover', () => {
  const FAILED = 'Invalid according to Policy: Policy Condition failed: ';

  const named: Upload = { options: { Key: `named/${FILENAME}` } };
  const redirect = { ...POLICY.Fields, success_action_redirect: 'https://example.com' };
  const longer = (policy: string) =>
    Buffer.from(Buffer.from(policy, 'base64').toString().replace(',10]', ',1000]')).toString('base64');
  const ofAnotherDay: Upload = {
    alter: (fields) => {
      const [day, date] = ['20200101', fields['X-Amz-Date'] ?? ''];
      fields['X-Amz-Credential'] = (fields['X-Amz-Credential'] ?? '').replace(date.slice(0, 8), day);
      fields['X-Amz-Date'] = `${day}${date.slice(8)}`;
    },
  };

  it.each<[string, string, string, Upload]>([
    ['another key', 'AccessDenied', `${FAILED}["eq", "$key", "KEY"]`, having('key', 'KEY-2')],
    [
      'another type',
      'AccessDenied',
      `${FAILED}["eq", "$content-type", "image/png"]`,
      having('Content-Type', 'text/html'),
    ],
    ['no type', 'AccessDenied', `${FAILED}["eq", "$content-type", "image/png"]`, without('Content-Type')],
    [
      'a field more',
      'AccessDenied',
      'Extra input fields: x-amz-meta-role',
      having('x-amz-meta-role', 'admin'),
    ],
    ['another date', 'SignatureDoesNotMatch', 'does not match', ofAnotherDay],
    [
      'another time',
      'AccessDenied',
      `${FAILED}["eq", "$x-amz-date"`,
      having('X-Amz-Date', (date) => date.replace(/\d{6}Z/, '250000Z')),
    ],
    [
      'another bucket',
      'AccessDenied',
      `${FAILED}["eq", "$bucket", "${BUCKET}"]`,
      { to: (url) => url.replace(BUCKET, 'other-bucket') },
    ],
    [
      'an altered policy',
      'SignatureDoesNotMatch',
      'does not match',
      { ...having('Policy', longer), file: 'x'.repeat(100) },
    ],
    [
      'another signature',
      'SignatureDoesNotMatch',
      'does not match',
      having('X-Amz-Signature', '0'.repeat(64)),
    ],
    ['no signature', 'InvalidArgument', 'x-amz-signature', without('X-Amz-Signature')],
    ['no policy', 'AccessDenied', 'Access Denied', without('Policy')],
    [
      'an unknown key id',
      'InvalidAccessKeyId',
      'does not exist',
      having('X-Amz-Credential', (credential) => credential.replace(OWNER.accessKeyId, 'AKIANOBODY')),
    ],
    ['another algorithm', 'InvalidArgument', 'AWS4-HMAC-SHA256', having('X-Amz-Algorithm', 'AWS4-HMAC-MD5')],
    ['no key', 'InvalidArgument', 'named &#39;key&#39;', without('key')],
    ['too large a file', 'EntityTooLarge', '<MaxSizeAllowed>10</MaxSizeAllowed>', { file: 'x'.repeat(11) }],
    ['too small a file', 'EntityTooSmall', '<MinSizeAllowed>3</MinSizeAllowed>', { file: 'xx' }],
    [
      'a key outside its prefix',
      'AccessDenied',
      `${FAILED}["starts-with", "$key", "named/"]`,
      { ...named, ...having('key', 'KEY') },
    ],
    ['a key with dot segments', 'InvalidURI', 'parse', { ...named, ...having('key', 'named/../../KEY') }],
    ['a redirect', 'NotImplemented', 'success_action_redirect', { options: { Fields: redirect } }],
    [
      'a form of 20 KB',
      'MalformedPOSTRequest',
      'well-formed',
      having('x-ignore-this', 'x'.repeat(20 * 1024)),
    ],
  ])('because of %s is refused and not stored', async (reason, code, message, { options, ...attempt }) => {
    const key = `refused/${reason}`;
    const filled = (text: string) => text.replaceAll('KEY', key);
    const answer = await upload({
      ...attempt,
      options: { Key: key, ...options },
      alter: (fields) => {
        attempt.alter?.(fields);
        if (fields.key !== undefined) fields.key = filled(fields.key);
      },
    });
    expect(answer).toMatchObject({ status: expect.any(Number), code });
    expect(answer.text.replaceAll('&#34;', '"')).toContain(filled(message));
    expect(await world.stored(key)).toBeUndefined();
    expect(await world.stored(`${key}-2`)).toBeUndefined();
  });

  it('because the policy has expired is rejected', async () => {
    const own = await startWorld();
    own.advance(10 * MINUTE + 2 * SECOND);
    const answer = await upload({ client: own.client() });
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(answer.text).toContain('Invalid according to Policy: Policy expired.');
    expect(await own.stored(KEY)).toBeUndefined();
    await own.stop();
  });

  it('because the signer may not write is rejected', async () => {
    const answer = await upload({ client: world.client(READER), options: { Key: 'photos/forged' } });
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(await world.stored('photos/forged')).toBeUndefined();
  });

  it('because the token of temporary credentials is missing is rejected', async () => {
    const options = { Key: 'uploads/session' };
    const client = world.client(SESSION);
    const answer = await upload({
      client,
      options,
      alter: (fields) => delete fields['X-Amz-Security-Token'],
    });
    expect(answer).toMatchObject({ code: 'InvalidToken' });
    expect(await upload({ client, options })).toMatchObject({ status: 204 });
  });
});

describe('a form that is not well-formed', () => {
  const post = (body: string, contentType = 'multipart/form-data; boundary=b') =>
    send(`${world.endpoint}/${BUCKET}`, { method: 'POST', body, headers: { 'Content-Type': contentType } });
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  it.each([
    ['without a boundary', '', 'multipart/form-data'],
    ['without content', ''],
    ['that ends in its fields', `${field('key', 'k')}--b\r\nContent-Disp`],
    ['without part headers', '--b\r\n\r\nvalue\r\n--b--\r\n'],
    ['with a nameless part', '--b\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--b--\r\n'],
  ])('%s is refused', async (_name: string, body: string, contentType?: string) => {
    expect(await post(body, contentType)).toMatchObject({ status: 400, code: 'MalformedPOSTRequest' });
  });

  it('because it has no file is rejected', async () => {
    expect(await post(`${field('key', 'k')}--b--\r\n`)).toMatchObject({
      status: 400,
      code: 'InvalidArgument',
    });
  });

  it('because it repeats a field is rejected: one value would be checked and the other used', async () => {
    const twice = `${field('key', 'allowed')}${field('Key', 'forged')}${field('file', 'x')}--b--\r\n`;
    expect(await post(twice)).toMatchObject({ status: 400, code: 'InvalidArgument' });
  });

  it('that ends inside its file stores nothing', async () => {
    const { fields } = await createPresignedPost(s3, { Bucket: BUCKET, ...POLICY, Key: 'uploads/cut' });
    const parts = Object.entries(fields).map(([name, value]) => field(name, value));
    const answer = await post(
      `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"\r\n\r\npixels`,
    );
    expect(answer).toMatchObject({ status: 400, code: 'MalformedPOSTRequest' });
    expect(await world.stored('uploads/cut')).toBeUndefined();
  });

  it.each([
    ['too large a file', 'EntityTooLarge', 'uploads/far'],
    ['another key', 'AccessDenied', 'uploads/other'],
  ])('with %s is answered although the browser is still sending', async (_name, code, key) => {
    const { fields } = await createPresignedPost(s3, { Bucket: BUCKET, ...POLICY, Key: 'uploads/far' });
    const parts = Object.entries({ ...fields, key }).map(([name, value]) => field(name, value));
    expect(
      await post(`${parts.join('')}${field('file', 'x'.repeat(30 * 1024 * 1024))}--b--\r\n`),
    ).toMatchObject({ code });
    expect(await world.stored(key)).toBeUndefined();
  });

  it.each([
    ['no JSON', 'nonsense'],
    ['no expiration', '{"conditions":[]}'],
    ['no conditions', '{"expiration":"2999-01-01T00:00:00Z"}'],
    ['an unknown condition', '{"expiration":"2999-01-01T00:00:00Z","conditions":[["contains","$key","x"]]}'],
  ])('with %s in its policy is refused', async (_name, policy) => {
    const encoded = Buffer.from(policy).toString('base64');
    // Signed correctly, so that the policy itself is checked.
    const scope = { accessKeyId: OWNER.accessKeyId, date: '20260101', region: 'eu-west-1', service: 's3' };
    const fields = {
      key: 'k',
      policy: encoded,
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': `${OWNER.accessKeyId}/20260101/eu-west-1/s3/aws4_request`,
      'x-amz-date': '20260101T000000Z',
      'x-amz-signature': signString(encoded, OWNER.secretAccessKey, scope),
    };
    const parts = Object.entries(fields).map(([name, value]) => field(name, value));
    expect(await post(`${parts.join('')}${field('file', 'pixels')}--b--\r\n`)).toMatchObject({
      status: 400,
      code: 'InvalidPolicyDocument',
    });
  });
});
