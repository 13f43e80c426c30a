import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { epochSeconds, systemClock } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { newWebhookSecret, signedHeaders } from '../../../shared/webhooks/signature.ts';

const id = 'msg_01HZX3KQ5T8Y2N4R6V9B0C1D2E';
const now = epochSeconds(systemClock.now());

function verify(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('a webhook secret', () => {
  it('is whsec_ and 32 bytes in base64, never the same twice', () => {
    const secrets = Array.from({ length: 50 }, () => newWebhookSecret(systemRandomness));
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});

describe('the headers of a delivery', () => {
  const secret = newWebhookSecret(systemRandomness);

  it('name the type, the sender, the event and the time', () => {
    expect(signedHeaders({ secrets: [secret], id, timestampSeconds: now, body: '{}' })).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': expect.stringMatching(/^headshots-webhooks\//),
      'X-Service-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('carry known values for known input', () => {
    // Computed with `openssl dgst -sha256`, so that neither side of the comparison is ours.
    const headers = signedHeaders({
      secrets: [KNOWN.secret],
      id: KNOWN.id,
      timestampSeconds: KNOWN.timestampSeconds,
      body: KNOWN.body,
    });
    expect(headers['X-Service-Signature']).toBe(KNOWN.serviceSignature);
    expect(headers['webhook-signature']).toBe(KNOWN.standardSignature);
  });

  it('verify with standardwebhooks and with a hand-made HMAC for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (body) => {
        const headers = signedHeaders({ secrets: [secret], id, timestampSeconds: now, body });
        const bytes = Buffer.from(body, 'utf8');
        const byHand = createHmac('sha256', Buffer.from(secret, 'utf8')).update(bytes).digest('hex');
        expect(headers['X-Service-Signature']).toBe(byHand);
        // The library parses what it has verified, so it gets the text as a JSON value.
        const json = JSON.stringify(body);
        expect(
          verify(secret, json, signedHeaders({ secrets: [secret], id, timestampSeconds: now, body: json })),
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('sign bytes as they are, valid UTF-8 or not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        const headers = signedHeaders({ secrets: [secret], id, timestampSeconds: now, body });
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        const signed = Buffer.concat([Buffer.from(`${id}.${now}.`), body]);
        expect(headers['webhook-signature']).toBe(
          `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
        );
      }),
    );
  });

  it('no longer fit after any single bit of the body has changed', () => {
    const body = Buffer.from('{"event":"model.created","objectType":"model","object":{"_id":"mdl_1"}}');
    const headers = signedHeaders({ secrets: [secret], id, timestampSeconds: now, body });
    expect(verify(secret, body.toString('latin1'), headers)).toBe(true);
    for (let bit = 0; bit < body.length * 8; bit++) {
      const altered = Buffer.from(body);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const again = signedHeaders({ secrets: [secret], id, timestampSeconds: now, body: altered });
      expect(again['X-Service-Signature']).not.toBe(headers['X-Service-Signature']);
      expect(() => new Webhook(secret).verify(altered, headers)).toThrow('No matching signature found');
    }
  });

  it('cover the id and the time', () => {
    const headers = signedHeaders({ secrets: [secret], id, timestampSeconds: now, body: '{}' });
    expect(verify(secret, '{}', { ...headers, 'webhook-id': 'msg_other' })).toBe(false);
    expect(verify(secret, '{}', { ...headers, 'webhook-timestamp': String(now - 1) })).toBe(false);
  });

  it('verify with the new and with the replaced secret during a rotation, the service signature with the new one', () => {
    const previous = newWebhookSecret(systemRandomness);
    const headers = signedHeaders({ secrets: [secret, previous], id, timestampSeconds: now, body: '{}' });
    expect(verify(secret, '{}', headers)).toBe(true);
    expect(verify(previous, '{}', headers)).toBe(true);
    expect(verify(newWebhookSecret(systemRandomness), '{}', headers)).toBe(false);
    expect(headers['X-Service-Signature']).toBe(createHmac('sha256', secret).update('{}').digest('hex'));
  });

  it('are refused without a secret or with one in another notation', () => {
    expect(() => signedHeaders({ secrets: [], id, timestampSeconds: now, body: '' })).toThrow(
      'without a secret',
    );
    expect(() => signedHeaders({ secrets: ['plain'], id, timestampSeconds: now, body: '' })).toThrow(
      'whsec_',
    );
  });
});

const KNOWN = {
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  id: 'msg_1',
  timestampSeconds: 1700000000,
  body: '{"event":"model.created"}',
  serviceSignature: '142ef95a9971bc3629bbbdbea058f71fcc433acf138d2e490e523469664a1712',
  standardSignature: 'v1,Ru1qwrBJWRnmVYvQROiHsMalSDmZs2hjUzpCEwOzWn8=',
};
