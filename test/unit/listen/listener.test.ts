import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../local/partner/receiver.ts';
import { type Listener, startListener } from '../../../ops/listen/listener.ts';
import { divertWebhooks } from '../../../ops/listen/url-override.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { freshTable } from '../../support/fresh-table.ts';

/** The listener between a service and a receiver, which the test plays over real sockets. */

const BODY = '{"event":"model.created","object":{"_id":"mdl_1","status":"onboarding","title":"Zoë"}}';
const HEADERS = {
  'Content-Type': 'application/json',
  'X-Service-Signature': 'abc123',
  'webhook-id': 'msg_1_1',
  'webhook-timestamp': '1750000000',
  'webhook-signature': 'v1,aaaa v1,bbbb',
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(target?: string, verbose = false): Promise<Listener & { printed: string[] }> {
  const printed: string[] = [];
  const listener = await startListener({
    target: target === undefined ? undefined : new URL(target),
    verbose,
    clock: { now: () => 0 },
    print: (text) => printed.push(text),
  });
  closing.push(listener.close);
  return { ...listener, printed };
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

async function receiver(respond?: Answer): Promise<Receiver> {
  const started = await startReceiver(
    respond && { respond: (_webhook, response, request) => respond(response, request) },
  );
  closing.push(started.close);
  return started;
}

const deliver = (url: string, body = BODY) =>
  fetch(url, { method: 'POST', headers: HEADERS, body, redirect: 'manual' });

/** A port of 127.0.0.1 without a listener. */
async function closedPort(): Promise<number> {
  const { url, close } = await startReceiver();
  await close();
  return Number(new URL(url).port);
}

describe('forwarding', () => {
  test('the listener forwards the exact bytes and headers to the path and query of its target', async () => {
    const arrivedHeaders = Promise.withResolvers<string[]>();
    const { url, received } = await receiver((response, { rawHeaders }) => {
      arrivedHeaders.resolve(rawHeaders);
      response.end();
    });
    const { origin } = await listen(`${url}/hook?tenant=1`);
    await deliver(`${origin}/elsewhere`);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', path: '/hook?tenant=1', body: BODY });
    const names = ['host', ...Object.keys(HEADERS), 'content-length'];
    const raw = await arrivedHeaders.promise;
    const arrived = raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1]]] : []));
    const forwarded = arrived.filter(([name = '']) => names.some((known) => known.toLowerCase() === name));
    expect(Object.fromEntries(forwarded)).toEqual({
      ...Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
      host: new URL(url).host,
      'content-length': String(Buffer.byteLength(BODY)),
    });
    // No header arrives twice.
    expect(forwarded).toHaveLength(names.length);
  });

  test.each([200, 204, 302, 404, 503])('the listener answers %i when the receiver does', async (status) => {
    const { url } = await receiver((response) => {
      const body = status === 204 ? undefined : 'the reason';
      const headers = {
        'Retry-After': '7',
        Location: 'https://elsewhere.example/',
        'Content-Type': 'text/x',
      };
      response.writeHead(status, headers).end(body);
    });
    const { origin, printed } = await listen(url);
    const answer = await deliver(origin);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('content-type')).toBe('text/x');
    expect(await answer.text()).toBe(status === 204 ? '' : 'the reason');
    expect(printed[0]).toContain(`attempt 1: ${status}, Retry-After 7 in 0 ms`);
  });

  test('the listener answers 502 and prints the error when nothing listens at its target', async () => {
    const target = `http://127.0.0.1:${await closedPort()}/hook`;
    const { origin, printed } = await listen(target);
    const answer = await deliver(origin);
    const sentence = `${target} does not respond (ECONNREFUSED)`;
    expect([answer.status, await answer.text()]).toEqual([502, sentence]);
    expect(printed[0]).toContain(`502 in 0 ms: ${sentence}`);
  });

  test('the listener answers 502 when the receiver closes the connection or does not speak HTTP', async () => {
    for (const words of [
      '',
      'good morning\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n',
    ]) {
      const server = createServer((socket) =>
        socket
          .on('error', () => undefined)
          .end(words)
          .resume(),
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      closing.push(() => new Promise((resolve) => server.close(resolve)));
      const { port } = server.address() as { port: number };
      const { origin, printed } = await listen(`http://127.0.0.1:${port}/`);
      expect((await deliver(origin)).status).toBe(502);
      expect(printed[0]).toContain('does not respond');
    }
  });

  test('the listener breaks off its answer where the receiver breaks off', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half');
      setImmediate(() => response.destroy());
    });
    const { origin, printed } = await listen(url);
    await expect(deliver(origin).then((answer) => answer.text())).rejects.toThrow();
    expect(printed[0]).toContain('does not respond');
  });

  test.each([
    ['before it answers', () => undefined],
    ['in the middle of its answer', (response: ServerResponse) => response.writeHead(200).write('and so on')],
  ])(
    'the listener closes the connection to the receiver when the service closes its own %s',
    async (_when, answer) => {
      const closed = Promise.withResolvers<void>();
      const { url, waitFor } = await receiver((response) => {
        response.on('close', closed.resolve);
        answer(response);
      });
      const { origin, printed } = await listen(url);
      const service = connect(Number(new URL(origin).port), '127.0.0.1');
      service.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
      await waitFor(() => true);
      service.destroy();
      await closed.promise;
      await expect.poll(() => printed[0]).toContain('the service closed the connection');
    },
  );
});

describe('printed lines', () => {
  test('the listener prints time, event, model, webhook-id, attempt and result of each delivery', async () => {
    const { origin, printed } = await listen();
    expect((await deliver(origin)).status).toBe(200);
    await deliver(origin);
    expect(printed).toHaveLength(2);
    expect(printed[0]).toMatch(
      /^\d\d:\d\d:\d\d {2}model\.created +onboarding +mdl_1 {2}msg_1_1 {2}attempt 1: 200 in 0 ms$/,
    );
    expect(printed[1]).toContain('attempt 2: 200');
  });

  test('the listener prints the body with --verbose, indented if it is JSON', async () => {
    const { origin, printed } = await listen(undefined, true);
    await deliver(origin);
    expect(printed[0]).toContain(`200 in 0 ms\n${JSON.stringify(JSON.parse(BODY), null, 2)}\n`);
    await deliver(origin, 'no JSON');
    expect(printed[1]).toContain('(no event)');
    expect(printed[1]).toContain('\nno JSON\n');
  });

  test('the listener prints nothing for a delivery that did not arrive in full', async () => {
    const { origin, printed } = await listen();
    const broken = request(origin, { method: 'POST', headers: { 'Content-Length': '100' } });
    broken.on('error', () => undefined);
    broken.write('half');
    await new Promise((resolve) => setImmediate(resolve));
    broken.destroy();
    await deliver(origin);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain('msg_1_1');
  });
});

test('webhooks go to the newest listener, and its end restores the URL that was before all of them', async () => {
  const { context } = freshTable();
  const webhookUrl = 'https://acme.example/hook';
  const { organizationId } = await createOrganization(context, { name: 'Acme', webhookUrl });
  const urlNow = async () => (await readOrganization(context, organizationId)).webhookUrl;
  const replaced = await divertWebhooks(context, organizationId, 'http://127.0.0.1:1');
  const newest = await divertWebhooks(context, organizationId, 'http://127.0.0.1:2');
  expect(await urlNow()).toBe(newest.url);
  expect([await replaced.end(), await newest.end()]).toEqual([false, true]);
  expect(await urlNow()).toBe(webhookUrl);
});
