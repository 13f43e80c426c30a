import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINK_LIFETIME, LinkSigner } from '../../../shared/links/links.ts';
import { SECOND } from '../../../shared/platform/clock.ts';
import { amount } from '../../support/sample.ts';

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

test.each(PLACES)(
  'a link below $bucket is byte for byte the one that getSignedUrl makes, for any key',
  async ({ bucket, client: config }) => {
    const signer = new LinkSigner(KEY, REGION, new URL(bucket), NOW);
    const client = new S3Client({
      region: REGION,
      credentials: KEY,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...config,
    });
    const options = {
      expiresIn: LINK_LIFETIME / SECOND,
      signingDate: new Date(Math.floor(NOW / SECOND) * SECOND),
    };
    await fc.assert(
      fc.asyncProperty(objectKey, async (Key) => {
        const expected = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'images', Key }), options);
        expect(await signer.sign(Key)).toBe(expected);
      }),
      { numRuns: Math.ceil(amount(10_000, 1500) / PLACES.length) },
    );
  },
  60_000,
);
