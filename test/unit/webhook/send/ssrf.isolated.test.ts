import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../shared/platform/clock.ts';
import type { Resolve } from '../../../../shared/webhook/send/guard.ts';
import { sendWebhook } from '../../../../shared/webhook/send/http.ts';
import { selfSignedCertificate } from './certificate.ts';
import { type NameServer, type Records, startNameServer } from './name-server.ts';
import { type Attempt, type PretendInternet, pretendInternet, type Site, site } from './pretend-internet.ts';
import { VECTORS } from './ssrf-vectors.ts';

const PUBLIC = ['8.8.8.8', '9.9.9.9', '2606:4700::1111'];
const URL_OF_A_NAME = 'https://hooks.example.com/in';

let dns: Records | undefined;
let answer: { status: number; headers: Record<string, string> };
let nameServer: NameServer;
/** Stands in for every public address. */
let outside: Site;
/** Stands in for every other address. */
let inside: Site;
let internet: PretendInternet;
const trustedBefore = getCACertificates('default');

beforeAll(async () => {
  const certificate = selfSignedCertificate('hooks.example.com');
  setDefaultCACertificates([certificate.cert]);
  nameServer = await startNameServer(() => dns);
  inside = await site(createTcpServer((socket) => socket.destroy()));
  outside = await site(
    createHttpsServer(certificate, (_request, response) => {
      response.writeHead(answer.status, answer.headers).end();
    }),
  );
  const closed = await site(createTcpServer());
  closed.close();
  internet = await pretendInternet({
    portOf(address) {
      if (PUBLIC.includes(address)) return outside.port;
      return address.startsWith('8.0.') ? closed.port : inside.port;
    },
    nameServer: nameServer.address,
  });
});

afterAll(() => {
  internet.restore();
  for (const server of [nameServer, inside, outside]) server.close();
  setDefaultCACertificates(trustedBefore);
});

beforeEach(() => {
  dns = undefined;
  answer = { status: 200, headers: {} };
});

/** Sends as a deployed stage does. @returns the result, and the connections that the attempt tried to open */
async function send(url: string, resolve?: Resolve) {
  const before = internet.attempts.length;
  const result = await sendWebhook({
    url,
    headers: {},
    body: '{}',
    policy: { loopbackAllowed: false },
    clock: systemClock,
    ...(resolve && { resolve }),
  });
  const attempts: readonly Attempt[] = internet.attempts.slice(before);
  return { result, attempts };
}

describe('SSRF vectors', () => {
  it.each(VECTORS)('no connection is opened for $name', async (vector) => {
    dns = vector.dns;
    const { result, attempts } = await send(vector.url);
    expect(attempts).toEqual([]);
    expect(result).toMatchObject({ outcome: 'failed', error: vector.error ?? 'refused-target' });
  });
});

describe('public targets', () => {
  it.each<[string, Records, Attempt]>([
    ['a public IPv4 address', { A: ['8.8.8.8'] }, { address: '8.8.8.8', port: 443 }],
    ['a public IPv6 address', { AAAA: ['2606:4700::1111'] }, { address: '2606:4700::1111', port: 443 }],
    [
      'an alias of a public name',
      { via: ['edge.example.net'], A: ['9.9.9.9'] },
      { address: '9.9.9.9', port: 443 },
    ],
  ])('a connection is opened for %s', async (_name, records, expected) => {
    dns = records;
    const { result, attempts } = await send(URL_OF_A_NAME);
    expect(attempts).toEqual([expected]);
    expect(result).toMatchObject({ outcome: 'delivered', status: 200 });
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'a redirect with status %i is not followed to any target',
    async (status) => {
      dns = { A: ['8.8.8.8'] };
      for (const Location of [
        'https://169.254.169.254/latest/meta-data/',
        'http://127.0.0.1:8080/',
        'https://9.9.9.9/',
        '//10.0.0.1/',
        '/elsewhere',
        'file:///etc/passwd',
      ]) {
        answer = { status, headers: { Location } };
        const { result, attempts } = await send(URL_OF_A_NAME);
        expect(result).toMatchObject({ outcome: 'failed', error: 'redirect', status });
        expect(attempts).toEqual([{ address: '8.8.8.8', port: 443 }]);
      }
    },
  );
});

describe('names with many addresses', () => {
  it('of a name with 4,000 addresses that refuse the connection, only four are tried', async () => {
    const addresses = Array.from({ length: 4000 }, (_, index) => `8.0.${index >> 8}.${index & 0xff}`);
    const { result, attempts } = await send(URL_OF_A_NAME, () => Promise.resolve(addresses));
    expect(result).toMatchObject({ outcome: 'failed', error: 'connect' });
    expect(attempts.map(({ address }) => address)).toEqual(addresses.slice(0, 4));
  });
});

describe('after all vectors', () => {
  it('no non-public address has seen a connection, and the resolver of the system was not used', () => {
    expect(inside.connections()).toBe(0);
    expect(internet.systemLookups).toEqual([]);
  });
});
