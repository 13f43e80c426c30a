import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterEach, expect, test, vi } from 'vitest';
import { incomingKey } from '../../../shared/images/keys.ts';
import { UPLOAD_FORM_LIFETIME, UploadForms } from '../../../shared/images/upload-form.ts';
import { SECOND } from '../../../shared/platform/clock.ts';

const REGION = 'eu-central-1';
const BUCKET = 'images';
const NOW = Date.parse('2026-11-22T10:20:30.456Z');
const MODEL = { organizationId: 'org_1', modelId: 'mdl_1' };
const FILES = [
  { type: 'image/jpeg', size: 1 },
  { type: 'image/png', size: 26_214_400 },
  { type: 'image/webp', size: 123_456 },
];
const KEY = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret/with+characters=' };

afterEach(() => {
  vi.useRealTimers();
});

/** Where forms lead: to S3, or to an endpoint of our own, with and without a path. */
const PLACES = [
  { url: 'https://images.s3.eu-central-1.amazonaws.com', client: {}, credentials: KEY },
  {
    url: 'https://images.s3.eu-central-1.amazonaws.com',
    client: {},
    credentials: { ...KEY, sessionToken: 'session/token+with=characters' },
  },
  {
    url: 'http://127.0.0.1:4000/images',
    client: { endpoint: 'http://127.0.0.1:4000', forcePathStyle: true },
    credentials: KEY,
  },
  {
    url: 'http://127.0.0.1:4000/_s3/images',
    client: { endpoint: 'http://127.0.0.1:4000/_s3', forcePathStyle: true },
    credentials: KEY,
  },
];

test.each(PLACES)(
  'a form for $url is the one that createPresignedPost makes, field by field',
  async ({ url, client: config, credentials }) => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    const client = new S3Client({ region: REGION, credentials, ...config });
    const forms = new UploadForms({
      credentials: async () => credentials,
      region: REGION,
      bucket: BUCKET,
      url: new URL(url),
      clock: { now: () => NOW },
    });
    for (const [index, { type, size }] of FILES.entries()) {
      const uploadId = `upl_${index}`;
      const expected = await createPresignedPost(client, {
        Bucket: BUCKET,
        Key: incomingKey(MODEL, uploadId),
        Fields: { 'Content-Type': type },
        Conditions: [
          ['content-length-range', size, size],
          ['eq', '$Content-Type', type],
        ],
        Expires: UPLOAD_FORM_LIFETIME / SECOND,
      });
      expect(await forms.make(MODEL, uploadId, { type, size })).toEqual(expected);
    }
  },
);
