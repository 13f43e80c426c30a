import { request } from 'node:http';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, objectPath } from '../../src/s3/engine.ts';
import { BUCKET, startWorld, type World } from '../../src/testing/s3-world.ts';
import { eventually } from '../eventually.ts';

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = await startWorld();
  engine = createEngine(world.store);
});
afterAll(() => world.stop());

const once = { ifNoneMatch: '*' };

async function* content(...pieces: string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

async function* breakingOff(): AsyncGenerator<Buffer> {
  yield Buffer.from('begin');
  throw new Error('broken off');
}

it('stores nothing when the content breaks off, and then runs the next conditional write', async () => {
  const path = objectPath(BUCKET, 'broken');
  const [broken, sound] = await Promise.allSettled([
    engine.put(path, {}, breakingOff(), once),
    engine.put(path, {}, content('sound'), once),
  ]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: 'broken off' } });
  expect(sound).toMatchObject({ status: 'fulfilled' });
  expect(await world.stored('broken')).toBe('sound');
});

it('stores nothing for a client that closes the connection, and logs no error', async () => {
  const url = await getSignedUrl(world.client(), new PutObjectCommand({ Bucket: BUCKET, Key: 'hung-up' }));
  const outgoing = request(url, { method: 'PUT', headers: { 'Content-Length': '100' } });
  outgoing.on('error', () => {});
  outgoing.write('the beginning', () => outgoing.destroy());
  await eventually(() =>
    expect(world.reports).toContainEqual(expect.stringContaining('lost the client of PUT')),
  );
  expect(await world.stored('hung-up')).toBeUndefined();
  expect(world.reports.filter((report) => report.startsWith('error'))).toEqual([]);
});

it('ends a download whose client has closed the connection', async () => {
  const client = world.client();
  const target = { Bucket: BUCKET, Key: 'downloaded' };
  await client.send(new PutObjectCommand({ ...target, Body: Buffer.alloc(16 * 1024 * 1024) }));
  const outgoing = request(await getSignedUrl(client, new GetObjectCommand(target)), (response) => {
    response.destroy();
  });
  outgoing.on('error', () => {});
  outgoing.end();
  await eventually(() =>
    expect(world.reports).toContainEqual(expect.stringContaining('lost the client of GET')),
  );
  expect(world.reports.filter((report) => report.startsWith('error'))).toEqual([]);
});

it('stores an upload of 50 MB, and rejects one that is too large for the engine', async () => {
  const put = (key: string, megabytes: number) =>
    engine.put(objectPath(BUCKET, key), {}, content(...Array(megabytes).fill('x'.repeat(1024 * 1024))), {});
  await put('large', 50);
  await expect(put('huge', 65)).rejects.toMatchObject({
    code: 'EntityTooLarge',
  });
  expect(await world.stored('huge')).toBeUndefined();
});
