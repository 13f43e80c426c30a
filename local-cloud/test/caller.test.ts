import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { identifyCaller, type KeyAuthority, type SignedRequest } from '../src/aws/authorization/caller.ts';
import { type AccessKey, KeyRing } from '../src/aws/key-ring.ts';
import { systemClock } from '../src/clock.ts';

const REGION = 'us-east-1';
const USER = 'arn:aws:iam::000000000000:user/signer';
const WRONG = expect.objectContaining({ name: 'InvalidSignatureException' });

interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A request as the SDK signs it. */
async function signedBy({ accessKeyId, secretAccessKey }: AccessKey): Promise<SignedRequest> {
  const { promise, resolve } = Promise.withResolvers<SignedRequest>();
  const client = new DynamoDBClient({
    region: REGION,
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    requestHandler: {
      handle: async ({ method, path, headers, body }: SentRequest) => {
        resolve({ method, path, headers: new Map(Object.entries(headers)), body: Buffer.from(body ?? '') });
        throw new Error('Nothing is sent.');
      },
    },
  });
  await client.send(new ListTablesCommand({})).catch(() => undefined);
  return promise;
}

const authority = (keys: KeyAuthority['keys']) => ({ keys, region: REGION, clock: systemClock });

test('after a rotation requests of the former key are rejected, and those of the new key accepted', async () => {
  const keys = new KeyRing();
  const former = keys.issue(USER);
  const byFormer = await signedBy(former);
  expect(identifyCaller(byFormer, 'dynamodb', authority(keys))).toBe(former);

  const next = keys.issue(USER);
  keys.withdraw(former.accessKeyId);
  const unknown = expect.objectContaining({ name: 'UnrecognizedClientException' });
  expect(() => identifyCaller(byFormer, 'dynamodb', authority(keys))).toThrow(unknown);
  expect(identifyCaller(await signedBy(next), 'dynamodb', authority(keys))).toBe(next);
  const mixed = { ...next, secretAccessKey: former.secretAccessKey };
  const byMixed = await signedBy(mixed);
  expect(() => identifyCaller(byMixed, 'dynamodb', authority(keys))).toThrow(WRONG);
});

test('a secret that was replaced under the same access key id is rejected', async () => {
  const former = { owner: USER, accessKeyId: 'AKIASAME', secretAccessKey: 'former' };
  const next = { ...former, secretAccessKey: 'next' };
  let current = former;
  const keys = { find: () => current };
  const byFormer = await signedBy(former);
  expect(identifyCaller(byFormer, 'dynamodb', authority(keys))).toBe(former);
  current = next;
  expect(() => identifyCaller(byFormer, 'dynamodb', authority(keys))).toThrow(WRONG);
  const byNext = await signedBy(next);
  expect(identifyCaller(byNext, 'dynamodb', authority(keys))).toBe(next);
  current = former;
  expect(() => identifyCaller(byNext, 'dynamodb', authority(keys))).toThrow(WRONG);
});
