import { S3Client } from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { prefixesOf } from '../../../shared/images/keys.ts';
import { ImageStore } from '../../../shared/images/store.ts';

test('objects that S3 does not delete are an error', async () => {
  const client = new S3Client({ region: 'us-east-1' });
  vi.spyOn(client, 'send').mockImplementation(async () => ({ Errors: [{ Code: 'AccessDenied' }] }));
  await expect(new ImageStore(client, 'images').remove(['photos/1'])).rejects.toThrow('AccessDenied');
});

test('the prefixes of a model are those of no other whose id begins with its own', () => {
  expect(prefixesOf({ organizationId: 'org_1', modelId: 'mdl_1' })).toEqual(
    ['incoming', 'uploads', 'photos'].map((area) => `${area}/org_1/mdl_1/`),
  );
});
