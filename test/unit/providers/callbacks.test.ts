import { expect, test } from 'vitest';
import type { ProviderKey } from '../../../shared/contract/provider-options.ts';
import { MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import type { ReceivedRequest } from '../../../shared/platform/standard-webhooks.ts';
import { standardSignature } from '../../../shared/platform/standard-webhooks.ts';
import { ProviderBusy } from '../../../shared/providers/errors.ts';
import { isSentBy } from '../../../shared/providers/hosted/callbacks.ts';

const NOW = Date.parse('2026-05-04T12:00:00.000Z');
const BODY = Buffer.from('{}');
const [OLD, NEW] = ['O', 'N'].map((letter) => `whsec_${letter.repeat(32)}`) as [string, string];

function signedWith(secret: string, at = NOW, id = 'id') {
  const seconds = at / SECOND;
  const signature = standardSignature(Buffer.from(secret.slice(6), 'base64'), 'id', seconds, BODY);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,AAAA v1,${signature}`,
  };
  return { headers, body: BODY };
}
const keyOf = (webhookSecret?: string) => async (): Promise<ProviderKey> => ({
  apiKey: 'key',
  ...(webhookSecret !== undefined && { webhookSecret }),
});

test.each(['http', 'replicate'] as const)(
  'a callback of %s counts with its signature only',
  async (provider) => {
    const isSent = (received: ReceivedRequest) => isSentBy(provider, keyOf(OLD), received, NOW);
    for (const at of [NOW, NOW - 5 * MINUTE, NOW + 5 * MINUTE])
      expect(await isSent(signedWith(OLD, at))).toBe(true);
    for (const forged of [
      signedWith(NEW),
      signedWith(OLD, NOW, 'other'),
      signedWith(OLD, NOW - 5 * MINUTE - SECOND),
      signedWith(OLD, NOW + 5 * MINUTE + SECOND),
      { ...signedWith(OLD), body: Buffer.from('[]') },
      { headers: {}, body: BODY },
    ])
      expect(await isSent(forged)).toBe(false);
  },
);

test('a provider that does not sign is vouched for by the token alone, and its key is not read', async () => {
  const key = async () => {
    throw new Error('not read');
  };
  expect(await isSentBy('astria', key, { headers: {}, body: BODY }, NOW)).toBe(true);
});

test('a secret that was rotated is read anew', async () => {
  const key = async (fresh?: boolean): Promise<ProviderKey> => keyOf(fresh ? NEW : OLD)();
  expect(await isSentBy('http', key, signedWith(NEW), NOW)).toBe(true);
});

test('without a secret of enough length or a key, no callback of a provider that signs is believed', async () => {
  expect(await isSentBy('http', keyOf(), signedWith(OLD), NOW)).toBe(false);
  const short = 'whsec_AAAA';
  expect(await isSentBy('http', keyOf(short), signedWith(short), NOW)).toBe(false);
  const none = async () => {
    throw new ProviderBusy('The stage has no key.', 300);
  };
  expect(await isSentBy('http', none, signedWith(OLD), NOW)).toBe(false);
});
