import { isUtf8 } from 'node:buffer';
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, validSecrets } from '../../../../shared/domain/organization/webhook-secret.ts';
import { epochSeconds, HOUR, isoTime, systemClock } from '../../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../../shared/platform/randomness.ts';
import { signedHeaders, type WebhookBody } from '../../../../shared/webhook/send/signature.ts';

const id = 'msg_01HZX3KQ5T8Y2N4R6V9B0C1D2E';
const now = systemClock.now();
const secret = newWebhookSecret(systemRandomness);
const signed = (secrets: string[], body: WebhookBody = '{}') =>
  signedHeaders({ secrets, id, timestampSeconds: epochSeconds(now), body });

it('a webhook secret is whsec_ and 32 random bytes in base64', () => {
  const secrets = Array.from({ length: 50 }, () => newWebhookSecret(systemRandomness));
  expect(new Set(secrets).size).toBe(50);
  for (const each of secrets) expect(each).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

describe('signedHeaders', () => {
  it('name the type, sender, id, time and signatures of a webhook', () => {
    expect(signed([secret])).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': expect.stringMatching(/^headshots-webhooks\//),
      'X-Service-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-id': id,
      'webhook-timestamp': String(epochSeconds(now)),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('have the signatures that OpenSSL computes for a known webhook', () => {
    const headers = signedHeaders({
      secrets: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
      id: 'msg_1',
      timestampSeconds: 1700000000,
      body: '{"event":"model.created"}',
    });
    expect(headers).toMatchObject({
      'X-Service-Signature': '142ef95a9971bc3629bbbdbea058f71fcc433acf138d2e490e523469664a1712',
      'webhook-signature': 'v1,Ru1qwrBJWRnmVYvQROiHsMalSDmZs2hjUzpCEwOzWn8=',
    });
  });

  it('have one signature per secret in a rotation, and the service signature of the newest', () => {
    const secrets = [secret, newWebhookSecret(systemRandomness)];
    const each = secrets.map((one) => signed([one]));
    expect(signed(secrets)).toEqual({
      ...each[0],
      'webhook-signature': each.map((headers) => headers['webhook-signature']).join(' '),
    });
  });

  it.each([
    '',
    'whsec_',
    'plain',
    secret.slice('whsec_'.length),
    secret.toUpperCase(),
    secret.slice(0, -1),
    ` ${secret}`,
    `${secret}\n`,
    secret.replace(/=$/, 'A='),
    `whsec_${Buffer.alloc(31).toString('base64')}`,
    `whsec_${'!'.repeat(43)}=`,
  ])('are not made with the malformed secret %j, also if it is a replaced one', (wrong) => {
    for (const secrets of [[wrong], [secret, wrong]]) expect(() => signed(secrets)).toThrow('whsec_');
    expect(() => signed([])).toThrow('without a secret');
  });
});

describe('a receiver', () => {
  const verifies = (key: string, body: WebhookBody, headers: Record<string, string>): boolean => {
    try {
      new Webhook(key).verify(Buffer.from(body as Uint8Array), headers, { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  };
  const anyText = fc.string({ unit: 'binary' });
  /** Text with lone surrogates, which UTF-8 cannot encode. */
  const anyUtf16 = fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) });
  const anyBody: fc.Arbitrary<WebhookBody> = fc.oneof(
    fc.json({ stringUnit: 'binary' }),
    anyText,
    anyUtf16,
    anyText.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom<WebhookBody>('', new Uint8Array(), '😀é.'.repeat(10_000)),
  );

  it('verifies any body by the Standard Webhooks library and by the service signature', () => {
    return fc.assert(
      fc.property(anyBody, (body) => {
        const bytes = Buffer.from(body as Uint8Array);
        const headers = signed([secret], body);
        // The library decodes every body as UTF-8, so it cannot verify other bytes.
        expect(verifies(secret, body, headers)).toBe(isUtf8(bytes));
        expect(headers['X-Service-Signature']).toBe(createHmac('sha256', secret).update(bytes).digest('hex'));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [24 * HOUR, true],
    [1, true],
    [0, false],
    [-1, false],
  ])('verifies by a former secret that ends in %i ms: %s', (left, accepted) => {
    const former = newWebhookSecret(systemRandomness);
    const webhookSecrets = [{ secret }, { secret: former, validUntil: isoTime(now + left) }];
    const secrets = validSecrets({ webhookSecrets }, now).flatMap((valid) => valid.secret ?? []);
    const headers = signed(secrets);
    expect([verifies(former, '{}', headers), verifies(secret, '{}', headers)]).toEqual([accepted, true]);
    expect(verifies(newWebhookSecret(systemRandomness), '{}', headers)).toBe(false);
  });
});
