import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { advanceRotation } from '../../../shared/links/key-rotation.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { type KeyServices, startKeyServices } from './key-services.ts';

const PROJECT = join(import.meta.dirname, '../../..');

let services: KeyServices;
beforeAll(async () => {
  services = await startKeyServices(systemClock, afterAll);
  for (const [name, value] of Object.entries(services.functionEnvironment)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await services.stop();
});

test('a function signs links with the key of the secret instead of its session credentials', async () => {
  const { user, secret } = services;
  const { current } = await advanceRotation({ user, secret, clock: systemClock, accepts: async () => true });
  expect(process.env.AWS_SESSION_TOKEN).toBeTruthy();
  const signer = await deployedLinkSigner(systemClock);
  const urls = signer.urls({ organizationId: 'org_1', modelId: 'mdl_1' }, 'pho_1', 'all');
  expect(Object.keys(urls)).toHaveLength(3);
  for (const url of Object.values(urls) as string[]) {
    const query = new URL(url).searchParams;
    expect([...query.keys()].map((name) => name.toLowerCase())).not.toContain('x-amz-security-token');
    expect(query.get('X-Amz-Credential')?.split('/')[0]).toBe(current?.accessKeyId);
  }
});

/** Names in code that makes signed URLs or forms. */
const SIGNING = /s3-request-presigner|s3-presigned-post|signature-v4|presign\(|X-Amz-(Signature|Credential)/i;

/** The modules that contain such a name, with the reason. */
const SIGNED = {
  'shared/contract/samples.ts': 'an example of a link, for the documentation',
  'shared/images/upload-form.ts': 'forms for uploads, which are valid for ten minutes',
  'shared/images/upload-store.ts': "a function's own requests, signed in their headers",
  'shared/links/links.ts': 'links to photos',
};

test('only one module signs links', () => {
  const sources = ['functions', 'shared'].flatMap((directory) =>
    readdirSync(join(PROJECT, directory), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(directory, file)),
  );
  expect(sources.length).toBeGreaterThan(100);
  const signing = sources.filter((file) => SIGNING.test(readFileSync(join(PROJECT, file), 'utf8')));
  expect(signing.sort()).toEqual(Object.keys(SIGNED));
});
