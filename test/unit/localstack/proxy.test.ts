import { afterEach, expect, test } from 'vitest';
import { givenEndpoint } from '../../../infra/emulator.ts';
import { startReceiver } from '../../../local/partner/receiver.ts';
import { startProxy } from '../../../scripts/localstack/proxy.ts';

const former = process.env.AWS_ENDPOINT_URL;
afterEach(() => {
  if (former === undefined) delete process.env.AWS_ENDPOINT_URL;
  else process.env.AWS_ENDPOINT_URL = former;
});

test.each(['http://127.0.0.1:4566', 'http://localhost:4566', 'http://[::1]:4566'])(
  'AWS_ENDPOINT_URL may name the emulator on this machine at %s',
  (endpoint) => {
    process.env.AWS_ENDPOINT_URL = endpoint;
    expect(givenEndpoint()).toBe(endpoint);
  },
);

test.each([
  'https://dynamodb.us-east-1.amazonaws.com',
  'http://127.0.0.1.example.com:4566',
  'http://localhost.localstack.cloud:4566',
  'http://192.0.2.1:4566',
  'localhost:4566',
])('AWS_ENDPOINT_URL %s is rejected, because an emulator stage may post to loopback', (endpoint) => {
  process.env.AWS_ENDPOINT_URL = endpoint;
  expect(() => givenEndpoint()).toThrow('to an emulator on this machine only');
});

test('without AWS_ENDPOINT_URL there is no emulator', () => {
  delete process.env.AWS_ENDPOINT_URL;
  expect(givenEndpoint()).toBeUndefined();
});

test("the proxy forwards requests unchanged, and appends the viewer's address as CloudFront does", async () => {
  const emulator = await startReceiver({
    respond: (_request, response) => response.writeHead(418, { 'x-answer': 'yes' }).end('short and stout'),
  });
  const proxy = await startProxy();
  expect((await fetch(proxy.url)).status).toBe(503);
  proxy.serve(emulator.url, 'abc');
  const answer = await fetch(`${proxy.url}/health/a%2Fb?q=%20`, {
    method: 'POST',
    headers: { 'x-forwarded-for': '198.51.100.7', 'content-type': 'text/plain' },
    body: 'Grüße',
  });
  expect([answer.status, answer.headers.get('x-answer'), await answer.text()]).toEqual([
    418,
    'yes',
    'short and stout',
  ]);
  expect(emulator.received[0]).toMatchObject({
    method: 'POST',
    path: '/_aws/execute-api/abc/$default/health/a%2Fb?q=%20',
    body: 'Grüße',
    headers: { 'x-forwarded-for': '198.51.100.7, 127.0.0.1, 127.0.0.1' },
  });
  await emulator.close();
  await expect(fetch(proxy.url).then(({ status }) => status)).resolves.toBe(502);
  await proxy.close();
});
