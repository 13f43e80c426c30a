import { GetObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { isAccepted, LINK_LIFETIME, LinkSigner } from '../../../shared/links/links.ts';
import { SECOND } from '../../../shared/platform/clock.ts';

const REGION = 'eu-central-1';
const KEY = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'secret/with+characters=',
  createdAt: '',
};
const NOW = Date.parse('2026-11-22T10:20:30.456Z');

/** Where links lead: to S3, or to an endpoint of our own, with and without a path. */
const PLACES = [
  { bucket: 'https://images.s3.eu-central-1.amazonaws.com', client: {} },
  {
    bucket: 'http://127.0.0.1:4000/images',
    client: { endpoint: 'http://127.0.0.1:4000', forcePathStyle: true },
  },
  {
    bucket: 'http://127.0.0.1:4000/_s3/images',
    client: { endpoint: 'http://127.0.0.1:4000/_s3', forcePathStyle: true },
  },
];

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((key) => key.isWellFormed());
const objectKey = fc.array(text, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));

const key = fc.record({
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,40}$/),
  secretAccessKey: fc.stringMatching(/^[\w+/=]{1,80}$/),
});
const region = fc.constantFrom('eu-central-1', 'us-gov-west-1', 'ap-southeast-4');
const time = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2099-12-31') });

const clientOf = (config: S3ClientConfig) =>
  new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...config,
  });

function linkOfSdk(client: S3Client, Key: string, now: number): Promise<string> {
  return getSignedUrl(
    client,
    new GetObjectCommand({ Bucket: 'images', Key, ResponseCacheControl: 'private, no-store' }),
    {
      expiresIn: LINK_LIFETIME / SECOND,
      signingDate: new Date(Math.floor(now / SECOND) * SECOND),
    },
  );
}

test.each(PLACES)(
  'a link below $bucket is byte for byte the one that getSignedUrl makes, for any object',
  async ({ bucket, client: config }) => {
    const signer = await LinkSigner.create(KEY, REGION, new URL(bucket), NOW);
    const client = clientOf({ region: REGION, credentials: KEY, ...config });
    await fc.assert(
      fc.asyncProperty(objectKey, async (Key) => {
        expect(signer.sign(Key)).toBe(await linkOfSdk(client, Key, NOW));
      }),
      { numRuns: Math.ceil(500 / PLACES.length) },
    );
  },
  60_000,
);

test.each([
  ['NoSuchKey', true],
  ['AccessDenied', true],
  ['InvalidAccessKeyId', false],
  ['SignatureDoesNotMatch', false],
])('a key is accepted when S3 answers %s to a link of a missing photo: %s', async (code, accepted) => {
  const body = `<Error><Code>${code}</Code></Error>`;
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body, { status: 403 }));
  const signer = await LinkSigner.create(KEY, REGION, new URL('https://images.test'), NOW);
  expect(await isAccepted(signer)).toBe(accepted);
  vi.restoreAllMocks();
});

test('a link is the one that getSignedUrl makes, for any signing key, region and time', async () => {
  await fc.assert(
    fc.asyncProperty(key, region, time, async (credentials, place, now) => {
      const bucket = new URL(`https://images.s3.${place}.amazonaws.com`);
      const signer = await LinkSigner.create({ ...credentials, createdAt: '' }, place, bucket, now);
      const expected = await linkOfSdk(clientOf({ region: place, credentials }), 'photos/a b', now);
      expect(signer.sign('photos/a b')).toBe(expected);
    }),
    { numRuns: 100 },
  );
}, 60_000);
