import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { s3Principals } from '@headshots/local-cloud/engines/buckets.ts';
import { BUCKET, startWorld, type World } from '@headshots/local-cloud/testing/s3-world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, SECOND, systemClock } from '../../../shared/platform/clock.ts';
import { type KeyServices, startKeyServices } from './key-services.ts';

const PHOTO = { Bucket: BUCKET, Key: 'photos/org_1/mdl_1/pho_1/main.jpg' };

let services: KeyServices;
let world: World;
let client: S3Client;

beforeAll(async () => {
  services = await startKeyServices(systemClock, afterAll);
  world = await startWorld({ credentials: s3Principals(services.keys, services.authorizer) });
  await fetch(`${world.engineUrl}/${BUCKET}/${PHOTO.Key}`, { method: 'PUT', body: 'a photo' });
  client = world.client(await services.user.createKey());
});
afterAll(async () => {
  await world.stop();
  await services.stop();
});

test('a stolen key of the link signer reads no photo by a signature in a header', async () => {
  await expect(client.send(new GetObjectCommand(PHOTO))).rejects.toMatchObject({ name: 'AccessDenied' });
});

test('a link that a stolen key signs for a week ends after 24 hours', async () => {
  const link = await getSignedUrl(client, new GetObjectCommand(PHOTO), { expiresIn: (7 * DAY) / SECOND });
  expect((await fetch(link)).status).toBe(200);
  world.advance(DAY - HOUR);
  expect((await fetch(link)).status).toBe(200);
  world.advance(HOUR + SECOND);
  const late = await fetch(link);
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
});
