import { type DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { prefixesOf } from '../../../shared/images/keys.ts';
import { ImageStore } from '../../../shared/images/store.ts';

test('objects that S3 does not delete are an error', async () => {
  const client = new S3Client({ region: 'us-east-1' });
  vi.spyOn(client, 'send').mockImplementation(async () => ({ Errors: [{ Code: 'AccessDenied' }] }));
  await expect(new ImageStore(client, 'images').remove(['photos/1'])).rejects.toThrow('AccessDenied');
});

test('objects are removed until a list is empty: S3 lists a thousand at a time, and some may appear meanwhile', async () => {
  const client = new S3Client({ region: 'us-east-1' });
  // Posted files, uploads, photos.
  const pages = [['incoming/1'], [], [], ['photos/1', 'photos/2'], ['photos/3'], []];
  const removed: unknown[] = [];
  vi.spyOn(client, 'send').mockImplementation(async (command) => {
    if (command instanceof ListObjectsV2Command)
      return { Contents: (pages.shift() ?? []).map((Key) => ({ Key })) };
    removed.push(...((command as DeleteObjectsCommand).input.Delete?.Objects ?? []));
    return {};
  });
  expect(await new ImageStore(client, 'images').removeAllOf({ organizationId: 'org_1' })).toBe(4);
  const keys = ['incoming/1', 'photos/1', 'photos/2', 'photos/3'];
  expect(removed).toEqual(keys.map((Key) => ({ Key })));
});

test('all keys are listed, of which S3 names a thousand at a time', async () => {
  const client = new S3Client({ region: 'us-east-1' });
  vi.spyOn(client, 'send').mockImplementation(async ({ input }) =>
    (input as { ContinuationToken?: string }).ContinuationToken === 'second'
      ? { Contents: [{ Key: 'photos/2' }] }
      : { Contents: [{ Key: 'photos/1' }], NextContinuationToken: 'second' },
  );
  expect(await new ImageStore(client, 'images').list('photos/')).toEqual(['photos/1', 'photos/2']);
});

test('keys are listed from the one after a key on', async () => {
  const client = new S3Client({ region: 'us-east-1' });
  const send = vi.spyOn(client, 'send').mockImplementation(async () => ({ Contents: [{ Key: 'photos/2' }] }));
  expect(await new ImageStore(client, 'images').listAfter('photos/', 'photos/1', 1)).toEqual(['photos/2']);
  expect(send.mock.calls[0]?.[0].input).toMatchObject({ StartAfter: 'photos/1', MaxKeys: 1 });
});

test('the prefixes of a model are those of no other whose id begins with its own', () => {
  expect(prefixesOf({ organizationId: 'org_1', modelId: 'mdl_1' })).toEqual(
    ['incoming', 'uploads', 'photos'].map((area) => `${area}/org_1/mdl_1/`),
  );
});
