import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { InvalidWebhook, verifyWebhook } from '../../../client/src/index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const BODY = '{"event":"model.created","object":{"_id":"mdl_1","title":"Zoë"}}';
const NOW = Date.parse('2026-05-04T12:00:00.000Z');
const signature = new Webhook(SECRET).sign('msg_1', new Date(NOW), BODY);
const HEADERS = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(NOW / 1000),
  'webhook-signature': signature,
};

describe('verifyWebhook', () => {
  test('a genuine webhook is returned, from a string or bytes, with headers of either form', async () => {
    const genuine = { event: 'model.created' };
    expect(await verifyWebhook(BODY, HEADERS, SECRET, NOW)).toMatchObject(genuine);
    const bytes = new TextEncoder().encode(BODY);
    expect(await verifyWebhook(bytes, new Headers(HEADERS), SECRET, NOW + 299_000)).toMatchObject(genuine);
  });

  test('one of several signatures is enough, as while a secret is rotated', async () => {
    const headers = { ...HEADERS, 'webhook-signature': `v1,AAAA v2,x ${signature}` };
    expect(await verifyWebhook(BODY, headers, SECRET, NOW)).toMatchObject({ event: 'model.created' });
  });

  test.each([
    ['another body', HEADERS, `${BODY} `, NOW, 'No signature'],
    ['another id', { ...HEADERS, 'webhook-id': 'msg_2' }, BODY, NOW, 'No signature'],
    ['a signature that is no base64', { ...HEADERS, 'webhook-signature': 'v1,%' }, BODY, NOW, 'No signature'],
    [
      'a signature of another version',
      { ...HEADERS, 'webhook-signature': signature.replace('v1', 'v2') },
      BODY,
      NOW,
      'No signature',
    ],
    ['a time that is none', { ...HEADERS, 'webhook-timestamp': 'soon' }, BODY, NOW, 'is no time'],
    ['an old time', HEADERS, BODY, NOW + 301_000, 'too old'],
    ['a future time', HEADERS, BODY, NOW - 301_000, 'too old'],
    ['no headers', {}, BODY, NOW, 'webhook-id is missing'],
  ])('a webhook with %s is refused', async (_, headers, body, now, reason) => {
    const refused = verifyWebhook(body, headers, SECRET, now);
    await expect(refused).rejects.toThrow(InvalidWebhook);
    await expect(refused).rejects.toThrow(reason);
  });

  test.each(['', 'secret', 'whsec_', 'whsec_QQ==', SECRET.slice(0, -1)])(
    "the secret '%s', which is not whole, is an error of the receiver",
    async (secret) => {
      await expect(verifyWebhook(BODY, HEADERS, secret, NOW)).rejects.toThrow('whsec_ and 44');
    },
  );
});
