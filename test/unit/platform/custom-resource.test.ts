import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerCustomResource } from '../../../shared/platform/custom-resource.ts';

/** Starts a server in the place of the URL to which a custom resource sends its response. */
async function startResponseServer(status = 200) {
  const answers: { method: string | undefined; type: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, headers } = request;
    answers.push({
      method,
      type: headers['content-type'],
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const request = {
    RequestType: 'Create' as const,
    ResponseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answer`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Thing',
  };
  return { request, answers };
}

const IDENTIFIERS = {
  PhysicalResourceId: 'thing',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Thing',
};

test('a custom resource that succeeds sends SUCCESS, without the content type, which is not signed', async () => {
  const { request, answers } = await startResponseServer();
  await answerCustomResource(request, 'thing', async () => 'anything');
  expect(answers).toEqual([{ method: 'PUT', type: undefined, body: { Status: 'SUCCESS', ...IDENTIFIERS } }]);
});

test('a custom resource that fails sends FAILED with the reason', async () => {
  const { request, answers } = await startResponseServer();
  await answerCustomResource(request, 'thing', () => Promise.reject(new Error('There is no room.')));
  expect(answers).toMatchObject([
    { body: { Status: 'FAILED', Reason: 'There is no room.', ...IDENTIFIERS } },
  ]);
});

test('a response that CloudFormation does not accept is an error', async () => {
  const { request } = await startResponseServer(403);
  await expect(answerCustomResource(request, 'thing', async () => {})).rejects.toThrow('403');
});
