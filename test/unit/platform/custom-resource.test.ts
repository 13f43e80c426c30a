import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerCustomResource } from '../../../shared/platform/custom-resource.ts';

/** Where CloudFormation takes answers. */
async function startDesk(status = 200) {
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

const TOLD = {
  PhysicalResourceId: 'thing',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Thing',
};

test('what went well is told, without a content type, which the URL is not signed for', async () => {
  const { request, answers } = await startDesk();
  await answerCustomResource(request, 'thing', async () => 'anything');
  expect(answers).toEqual([{ method: 'PUT', type: undefined, body: { Status: 'SUCCESS', ...TOLD } }]);
});

test('what failed is told with its reason', async () => {
  const { request, answers } = await startDesk();
  await answerCustomResource(request, 'thing', () => Promise.reject(new Error('There is no room.')));
  expect(answers).toMatchObject([{ body: { Status: 'FAILED', Reason: 'There is no room.', ...TOLD } }]);
});

test('an answer that is not taken is an error', async () => {
  const { request } = await startDesk(403);
  await expect(answerCustomResource(request, 'thing', async () => {})).rejects.toThrow('403');
});
