import * as diagnosticsChannel from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Receiver, type Respond, startReceiver } from '../../../../local/partner/receiver.ts';
import { newWebhookSecret } from '../../../../shared/domain/organization/webhook-secret.ts';
import { type Clock, epochSeconds, isoTime, systemClock } from '../../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../../shared/platform/randomness.ts';
import type { Resolve } from '../../../../shared/webhook/send/guard.ts';
import { type SendInput, sendWebhook } from '../../../../shared/webhook/send/http.ts';
import { signedHeaders } from '../../../../shared/webhook/send/signature.ts';
import { selfSignedCertificate } from './certificate.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function receiverThat(respond?: Respond): Promise<Receiver> {
  const receiver = await startReceiver(respond === undefined ? {} : { respond });
  cleanups.push(() => receiver.close());
  return receiver;
}

/** Listens on loopback, counts connections, and closes them after the test. */
async function listening(server: Server): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.size };
}

function send(url: string, overrides: Partial<SendInput> = {}) {
  return sendWebhook({
    url,
    headers: {},
    body: '{"event":"model.created"}',
    policy: { loopbackAllowed: true },
    clock: systemClock,
    timeoutMs: 5000,
    ...overrides,
  });
}

describe('posting a webhook', () => {
  it('a webhook is posted with the exact body and the given headers, over a connection of its own', async () => {
    const receiver = await receiverThat();
    const body = JSON.stringify({ event: 'model.created', objectType: 'model', object: { title: 'Zoë 😀' } });
    const headers = signedHeaders({
      secrets: [newWebhookSecret(systemRandomness)],
      id: 'msg_1',
      timestampSeconds: epochSeconds(systemClock.now()),
      body,
    });
    const result = await send(`${receiver.url}/hooks/in?tenant=7`, { headers, body });

    expect(result).toEqual({
      outcome: 'delivered',
      status: 200,
      detail: 'The receiver answered 200.',
      durationMs: expect.any(Number),
      responseStart: 'ok',
    });
    const [webhook] = receiver.received;
    expect(webhook).toMatchObject({ method: 'POST', path: '/hooks/in?tenant=7', body });
    expect(webhook?.headers).toMatchObject({
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      host: new URL(receiver.url).host,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    });
  });

  it('a body that is not valid UTF-8 is posted unchanged', async () => {
    const received: Buffer[] = [];
    const server = createHttpServer(async (request, response) => {
      for await (const chunk of request) received.push(chunk);
      response.end();
    });
    const { port } = await listening(server);
    const body = Uint8Array.from([0, 255, 128, 10]);
    await send(`http://127.0.0.1:${port}`, { body });
    expect(Buffer.concat(received)).toEqual(Buffer.from(body));
  });

  it('the duration of an attempt is measured by the injected clock', async () => {
    const receiver = await receiverThat();
    let now = 1000;
    const clock: Clock = { now: () => (now += 250) };
    expect((await send(receiver.url, { clock })).durationMs).toBe(250);
  });

  it.each([201, 202, 204, 304, 400, 404, 410, 429, 500, 503])(
    'an attempt that is answered %i fails',
    async (status) => {
      const receiver = await receiverThat((_webhook, response) => response.writeHead(status).end());
      expect(await send(receiver.url)).toMatchObject({
        outcome: 'failed',
        error: 'unexpected-status',
        status,
        detail: `The receiver answered ${status} instead of 200.`,
      });
    },
  );

  it.each([
    ['é'.repeat(2000), 'é'.repeat(512)],
    [`a${'é'.repeat(600)}`, `a${'é'.repeat(511)}`],
  ])('the first KB of the answer is kept, without a character that is cut there', async (body, start) => {
    const receiver = await receiverThat((_webhook, response) => response.writeHead(500).end(body));
    expect((await send(receiver.url)).responseStart).toBe(start);
  });

  it.each([
    ['120', 120],
    ['0', 0],
    [isoTime(90_000), undefined],
    [new Date(90_000).toUTCString(), 60],
    [new Date(0).toUTCString(), 0],
    ['soon', undefined],
    ['-5', undefined],
  ])('Retry-After "%s" is read as seconds or as an HTTP date, or ignored', async (value, expected) => {
    const receiver = await receiverThat((_webhook, response) =>
      response.writeHead(503, { 'Retry-After': value }).end(),
    );
    const result = await send(receiver.url, { clock: { now: () => 30_000 } });
    expect(result.retryAfterSeconds).toBe(expected);
  });
});

describe('a misbehaving receiver', () => {
  it('an attempt times out when the body arrives one byte at a time, and keeps its start', async () => {
    const receiver = await receiverThat((_webhook, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const result = await send(receiver.url, { timeoutMs: 200 });
    expect(result).toMatchObject({ outcome: 'failed', error: 'timeout', status: 200 });
    expect(result.detail).toContain('0.2 seconds');
    expect(result.responseStart).toMatch(/^\.+$/);
  });

  it('an answer of one byte more than 64 KB is too large', async () => {
    const receiver = await receiverThat((_webhook, response) => response.end(Buffer.alloc(64 * 1024 + 1)));
    expect(await send(receiver.url)).toMatchObject({ error: 'response-too-large', status: 200 });
    const failing = await receiverThat((_webhook, response) =>
      response.writeHead(500).end(Buffer.alloc(64 * 1024 + 1)),
    );
    expect(await send(failing.url)).toMatchObject({ error: 'unexpected-status', status: 500 });
  });

  it('an answer of exactly 64 KB is accepted, after ten interim responses as well', async () => {
    const receiver = await receiverThat((_webhook, response) => {
      for (let hint = 0; hint < 10; hint++) response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end(Buffer.alloc(64 * 1024));
    });
    expect(await send(receiver.url)).toMatchObject({ outcome: 'delivered' });
  });

  it('a receiver that closes the connection before its answer fails the attempt as connection-lost', async () => {
    const receiver = await receiverThat((_webhook, _response, request) => request.socket.destroy());
    const result = await send(receiver.url);
    expect(result).toMatchObject({ outcome: 'failed', error: 'connection-lost' });
    expect(receiver.received).toHaveLength(1);
  });

  it('a receiver that closes the connection within its answer fails the attempt as connection-lost', async () => {
    const receiver = await receiverThat((_webhook, response, request) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => request.socket.destroy());
    });
    expect(await send(receiver.url)).toMatchObject({
      error: 'connection-lost',
      status: 200,
      responseStart: 'half',
    });
  });

  it.each([
    ['does not speak HTTP', '220 mail ready\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ])('a receiver that %s fails the attempt as connection-lost', async (_, said) => {
    const { port } = await listening(createTcpServer((socket) => socket.write(said)));
    expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({ error: 'connection-lost' });
  });

  it('a port without a listener fails the attempt with the error code of the connection', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    expect(await send(receiver.url)).toMatchObject({
      error: 'connect',
      detail: 'The connection could not be opened (ECONNREFUSED).',
    });
  });

  it('an attempt that times out closes its socket', async () => {
    const server = createTcpServer(() => {});
    const { port } = await listening(server);
    const closed = once(server, 'connection').then(([socket]) => once((socket as Socket).resume(), 'close'));
    await send(`http://127.0.0.1:${port}`, { timeoutMs: 100 });
    await closed;
  });

  it('the result of a failed attempt contains no secret and no body, and nothing is logged', async () => {
    const secret = newWebhookSecret(systemRandomness);
    const logged = ['log', 'info', 'warn', 'error', 'debug'].map((method) =>
      vi.spyOn(console, method as 'log').mockImplementation(() => {}),
    );
    const receiver = await receiverThat((_webhook, _response, request) => request.socket.destroy());
    const body = '{"private":"body"}';
    const headers = signedHeaders({ secrets: [secret], id: 'msg_1', timestampSeconds: 1, body });
    const result = JSON.stringify(await send(receiver.url, { headers, body }));
    for (const hidden of [secret, 'private', headers['X-Service-Signature'] ?? secret]) {
      expect(result).not.toContain(hidden);
    }
    for (const spy of logged) expect(spy).not.toHaveBeenCalled();
  });
});

describe('posting over TLS', () => {
  const trusted = selfSignedCertificate('127.0.0.1');
  const otherName = selfSignedCertificate('127.0.0.9');
  const handler: RequestListener = (_request, response) => response.end('secure');

  it('a webhook is delivered to a host with a trusted certificate', async () => {
    const defaults = getCACertificates('default');
    cleanups.push(() => setDefaultCACertificates(defaults));
    setDefaultCACertificates([...defaults, trusted.cert]);
    const { port } = await listening(createHttpsServer(trusted, handler));
    expect(await send(`https://127.0.0.1:${port}`)).toMatchObject({
      outcome: 'delivered',
      responseStart: 'secure',
    });
  });

  it('a self-signed certificate is rejected', async () => {
    const { port } = await listening(createHttpsServer(trusted, handler));
    const result = await send(`https://127.0.0.1:${port}`);
    expect(result).toMatchObject({ outcome: 'failed', error: 'tls' });
    expect(result.detail).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('a trusted certificate for another host is rejected', async () => {
    const defaults = getCACertificates('default');
    cleanups.push(() => setDefaultCACertificates(defaults));
    setDefaultCACertificates([...defaults, otherName.cert]);
    const { port } = await listening(createHttpsServer(otherName, handler));
    const result = await send(`https://127.0.0.1:${port}`);
    expect(result).toMatchObject({ outcome: 'failed', error: 'tls' });
    expect(result.detail).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('a server that speaks plain HTTP fails the TLS handshake', async () => {
    const { port } = await listening(createHttpServer(handler));
    expect(await send(`https://127.0.0.1:${port}`)).toMatchObject({ error: 'tls' });
  });
});

describe('the address of a connection', () => {
  const deployed = { loopbackAllowed: false };

  it('a connection uses the addresses of the one look-up that was checked', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
      this: Socket,
      ...args
    ) {
      const [options] = args.flat() as unknown as [{ lookup: (...input: unknown[]) => void }];
      options.lookup('hooks.example.com', { all: true }, (_error: unknown, addresses: unknown) => {
        this.destroy(Object.assign(new Error(), { code: JSON.stringify(addresses) }));
      });
      return this;
    });
    let lookups = 0;
    const resolve: Resolve = () => {
      lookups++;
      return Promise.resolve(['8.8.8.8', '2606:4700::1']);
    };
    const result = await send('https://hooks.example.com/', { policy: deployed, resolve });
    expect(result.error).toBe('connect');
    expect(result.detail).toContain(
      '[{"address":"8.8.8.8","family":4},{"address":"2606:4700::1","family":6}]',
    );
    expect(connect).toHaveBeenCalledTimes(1);
    expect(lookups).toBe(1);
  });

  it('the address of the open socket is checked before a byte is written', async () => {
    const arrived: Buffer[] = [];
    const { port } = await listening(
      createTcpServer((socket) => socket.on('data', (chunk) => arrived.push(chunk))),
    );
    const lie = (message: unknown) =>
      Object.defineProperty((message as { socket: Socket }).socket, 'remoteAddress', { value: '10.0.0.1' });
    diagnosticsChannel.subscribe('net.client.socket', lie);
    cleanups.push(() => diagnosticsChannel.unsubscribe('net.client.socket', lie));
    const result = await send(`http://127.0.0.1:${port}`);
    expect(result).toMatchObject({ error: 'refused-target' });
    expect(arrived).toHaveLength(0);
  });

  it('a name that does not resolve fails the attempt with the error code of DNS', async () => {
    const resolve: Resolve = () =>
      Promise.reject(Object.assign(new Error('10.0.0.2 said no'), { code: 'ENOTFOUND' }));
    expect(await send('https://hooks.example.com/', { resolve })).toMatchObject({
      error: 'dns',
      detail: 'The host name could not be resolved (ENOTFOUND).',
    });
  });

  it('a name that resolves to no address fails the attempt', async () => {
    const result = await send('https://hooks.example.com/', { resolve: () => Promise.resolve([]) });
    expect(result).toMatchObject({ error: 'dns', detail: 'The host name could not be resolved.' });
  });

  it('no connection is opened when the look-up answers after the attempt has timed out', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    let answer: (addresses: string[]) => void = () => {};
    const resolve: Resolve = () => new Promise((resolved) => (answer = resolved));
    const result = await send('https://hooks.example.com/', { policy: deployed, resolve, timeoutMs: 50 });
    expect(result).toMatchObject({ error: 'timeout' });
    answer(['8.8.8.8']);
    await new Promise(setImmediate);
    expect(connect).not.toHaveBeenCalled();
  });
});
