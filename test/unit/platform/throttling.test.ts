import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { task } from '../../../shared/contract/task.ts';
import { PollNow } from '../../../shared/domain/flow/await-callback.ts';
import { stepHandler } from '../../../shared/flow/handler.ts';
import { awsClientSettings } from '../../../shared/platform/aws-client.ts';
import { Throttled } from '../../../shared/platform/throttling.ts';
import { linesOf } from '../../support/log-lines.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Settings of a client whose service answers every call like this. */
async function serviceThat(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const settings = { region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials, maxAttempts: 1 };
  return settings;
}

const step = task({
  name: 'flow/test',
  summary: 'A step',
  input: z.object({}),
  output: z.object({}),
  permissions: [],
});
const errorOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  let caught: unknown;
  await linesOf(async () => {
    caught = await stepHandler(step, async () => {
      await work();
      return {};
    })({}).catch((error: unknown) => error);
  });
  return caught;
};

const readItem = (client: DynamoDBClient) =>
  client.send(new GetItemCommand({ TableName: 'table', Key: { PK: { S: 'a' } } }));

test('a step that DynamoDB throttles throws Throttled, which the flow retries for as long as it takes', async () => {
  const settings = await serviceThat((_, response) =>
    response.writeHead(400).end(JSON.stringify({ __type: 'ThrottlingException', message: 'Rate exceeded' })),
  );
  expect(await errorOf(() => readItem(new DynamoDBClient(settings)))).toBeInstanceOf(Throttled);
});

test.each([
  ['SlowDown', 400],
  ['OfNoKnownName', 503],
  ['OfNoKnownName', 429],
])(
  'a step that S3 slows down, by the error %s with the status %d, throws Throttled',
  async (name, status) => {
    const settings = await serviceThat((_, response) =>
      response
        .writeHead(status)
        .end(`<Error><Code>${name}</Code><Message>Reduce your rate</Message></Error>`),
    );
    const client = new S3Client({ ...settings, forcePathStyle: true });
    const read = () => client.send(new GetObjectCommand({ Bucket: 'images', Key: 'photo' }));
    expect(await errorOf(read)).toMatchObject({ name: 'Throttled', cause: { name } });
  },
);

test('a step keeps the name of any other error', async () => {
  const settings = await serviceThat((_, response) =>
    response.writeHead(400).end(JSON.stringify({ __type: 'ValidationException', message: 'No such key' })),
  );
  expect(await errorOf(() => readItem(new DynamoDBClient(settings)))).toMatchObject({
    name: 'ValidationException',
  });
});

test.each<[Error, string]>([
  [new PollNow(), 'info'],
  [new Error('It failed.'), 'error'],
])('a step that throws %s logs it as %s: alarms count errors', async (thrown, level) => {
  const run = stepHandler(step, () => Promise.reject(thrown));
  const lines = await linesOf(() => expect(run({})).rejects.toBe(thrown));
  expect(lines).toMatchObject([{ level }]);
});

test('a service that never answers fails the call within seconds', async () => {
  const settings = await serviceThat(() => undefined);
  const client = new DynamoDBClient({ ...awsClientSettings(), ...settings });
  const started = performance.now();
  await expect(readItem(client)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(performance.now() - started).toBeLessThan(20_000);
});
