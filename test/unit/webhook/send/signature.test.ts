import { describe, expect, it } from 'vitest';
import { newWebhookSecret } from '../../../../shared/domain/organization/webhook-secret.ts';
import { epochSeconds, systemClock } from '../../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../../shared/platform/randomness.ts';
import { signedHeaders } from '../../../../shared/webhook/send/signature.ts';

const id = 'msg_01HZX3KQ5T8Y2N4R6V9B0C1D2E';
const now = epochSeconds(systemClock.now());

describe('newWebhookSecret', () => {
  it('a webhook secret is whsec_ and 32 random bytes in base64', () => {
    const secrets = Array.from({ length: 50 }, () => newWebhookSecret(systemRandomness));
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});

describe('signedHeaders', () => {
  const secret = newWebhookSecret(systemRandomness);

  it('the headers of a webhook name its type, sender, id, time and signatures', () => {
    expect(signedHeaders({ secrets: [secret], id, timestampSeconds: now, body: '{}' })).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': expect.stringMatching(/^headshots-webhooks\//),
      'X-Service-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('the signatures of a known webhook have the values computed by OpenSSL', () => {
    const headers = signedHeaders({
      secrets: [KNOWN.secret],
      id: KNOWN.id,
      timestampSeconds: KNOWN.timestampSeconds,
      body: KNOWN.body,
    });
    expect(headers['X-Service-Signature']).toBe(KNOWN.serviceSignature);
    expect(headers['webhook-signature']).toBe(KNOWN.standardSignature);
  });

  it('there is one signature per secret in a rotation, and the service signature uses the newest', () => {
    const secrets = [secret, newWebhookSecret(systemRandomness)];
    const signed = (by: string[]) => signedHeaders({ secrets: by, id, timestampSeconds: now, body: '{}' });
    const each = secrets.map((one) => signed([one]));
    expect(signed(secrets)).toEqual({
      ...each[0],
      'webhook-signature': each.map((headers) => headers['webhook-signature']).join(' '),
    });
  });

  it('signing without a secret throws', () => {
    expect(() => signedHeaders({ secrets: [], id, timestampSeconds: now, body: '' })).toThrow(
      'without a secret',
    );
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
  ])('signing with the malformed secret %j throws, also if it is a replaced one', (wrong) => {
    for (const secrets of [[wrong], [secret, wrong]]) {
      expect(() => signedHeaders({ secrets, id, timestampSeconds: now, body: '' })).toThrow('whsec_');
    }
  });
});

/** The signatures were computed with `openssl dgst -sha256`. */
const KNOWN = {
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  id: 'msg_1',
  timestampSeconds: 1700000000,
  body: '{"event":"model.created"}',
  serviceSignature: '142ef95a9971bc3629bbbdbea058f71fcc433acf138d2e490e523469664a1712',
  standardSignature: 'v1,Ru1qwrBJWRnmVYvQROiHsMalSDmZs2hjUzpCEwOzWn8=',
};
