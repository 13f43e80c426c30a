import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, objectPath } from '../../../local/s3/engine.ts';
import { BUCKET, startWorld, type World } from './world.ts';

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = await startWorld();
  engine = createEngine(world.engineUrl);
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

it('stores nothing when the content breaks off, and goes on with the conditional write behind it', async () => {
  const path = objectPath(BUCKET, 'broken');
  const [broken, sound] = await Promise.allSettled([
    engine.put(path, {}, breakingOff(), once),
    engine.put(path, {}, content('sound'), once),
  ]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: 'broken off' } });
  expect(sound).toMatchObject({ status: 'fulfilled' });
  expect(await world.stored('broken')).toBe('sound');
});

it('refuses what is too large for the engine', async () => {
  const piece = 'x'.repeat(1024 * 1024);
  const pieces = Array.from({ length: 80 }, () => piece);
  await expect(engine.put(objectPath(BUCKET, 'huge'), {}, content(...pieces), {})).rejects.toMatchObject({
    code: 'EntityTooLarge',
  });
  expect(await world.stored('huge')).toBeUndefined();
});

it('reports an engine that is gone', async () => {
  const gone = createEngine('http://127.0.0.1:1');
  await expect(gone.send('GET', '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect(gone.put('/pictures/key', {}, content('x'), {})).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});
