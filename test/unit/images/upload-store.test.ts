import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { S3UploadStore } from '../../../shared/images/upload-store.ts';
import { isThrottling } from '../../../shared/platform/throttling.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

type Respond = (response: ServerResponse) => unknown;

const refuse =
  (status: number, code: string): Respond =>
  (response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>No.</Message></Error>`);
const image: Respond = (response) => response.writeHead(200, { etag: '"one"' }).end('bytes');

/** A store whose S3 gives these answers in turn, and the last one from then on. */
async function storeOf(...answers: [Respond, ...Respond[]]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const respond = answers[Math.min(requests.length, answers.length - 1)] ?? answers[0];
    requests.push(request);
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const store = new S3UploadStore({
    credentials: async () => ({ accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' }),
    region: 'eu-central-1',
    bucket: 'images',
    url: new URL(`http://127.0.0.1:${port}/images`),
  });
  return { store, requests };
}

test.each([
  [500, 'InternalError'],
  [503, 'SlowDown'],
])('a request that S3 answers with %i %s is made again', async (status, code) => {
  const { store, requests } = await storeOf(refuse(status, code), image);
  expect((await store.readVersion('photo')).etag).toBe('"one"');
  expect(requests.map(({ headers }) => headers['amz-sdk-request'])).toEqual([
    'attempt=1; max=4',
    'attempt=2; max=4',
  ]);
});

test('a request whose connection ends in the middle of an image is made again', async () => {
  const half: Respond = (response) => {
    response.writeHead(200, { etag: '"one"', 'content-length': '5' });
    response.write('by', () => response.destroy());
  };
  const { store } = await storeOf(half, image);
  expect(Buffer.from((await store.readVersion('photo')).bytes).toString()).toBe('bytes');
});

test('an S3 that stays busy ends the fourth attempt with an error that counts as throttling', async () => {
  const { store, requests } = await storeOf(refuse(503, 'SlowDown'));
  const error: unknown = await store.readVersion('photo').catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'SlowDown', message: 'S3 answered 503 to a GET: No.' });
  expect(isThrottling(error)).toBe(true);
  expect(requests).toHaveLength(4);
});

test('a refused request is not made again', async () => {
  const { store, requests } = await storeOf(refuse(403, 'AccessDenied'));
  await expect(store.remove(['photo'])).rejects.toMatchObject({ name: 'AccessDenied', $fault: 'client' });
  expect(requests).toHaveLength(1);
});

test('an answer without a document of S3 is an error with its status', async () => {
  const { store } = await storeOf((response) => response.writeHead(400).end());
  await expect(store.exists('photo')).rejects.toMatchObject({ name: 'Status400' });
});

test('a copy that fails after its status 200 is made again', async () => {
  const copied: Respond = (response) =>
    response.writeHead(200).end('<CopyObjectResult><ETag>"two"</ETag></CopyObjectResult>');
  const { store, requests } = await storeOf(refuse(200, 'InternalError'), copied);
  await store.copyVersion('incoming/photo', '"one"', 'uploads/photo', 'image/jpeg');
  expect(requests).toHaveLength(2);
});

test('an upload that contains an error of S3 as its text is read like any other', async () => {
  const { store } = await storeOf((response) =>
    response.writeHead(200, { etag: '"one"' }).end('<Error><Code>SlowDown</Code></Error>'),
  );
  expect((await store.readVersion('photo')).bytes).toHaveLength(36);
});

test('an S3 that cannot be reached fails the call after its attempts', async () => {
  const { store } = await storeOf((response) => response.destroy());
  await expect(store.readVersion('photo')).rejects.toMatchObject({ code: 'ECONNRESET' });
});
