import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { faces } from '../../../shared/images/faces.ts';
import { distance, type Embedding } from '../../../shared/vision/embed-face.ts';
import { CHIP_SIDE, runFaceNetwork } from '../../../shared/vision/face-network.ts';
import { drawGroup } from '../../support/drawn-photos.ts';

const NAMES = ['person-2009', 'person-2010', 'person-2012', 'other-2010'] as const;
type Name = (typeof NAMES)[number];

const embeddings = new Map<Name, Embedding>();

beforeAll(async () => {
  for (const name of NAMES) {
    embeddings.set(name, await embedded(await readFile(`test/fixtures/faces/${name}.jpg`)));
  }
}, 60_000);

async function embedded(photo: Uint8Array): Promise<Embedding> {
  const embedding = await faces.embed(photo);
  if (!embedding) throw new Error('No certain face was found.');
  return embedding;
}

function between(one: Name, other: Name): number {
  return distance(embeddings.get(one) ?? new Float32Array(), embeddings.get(other) ?? new Float32Array());
}

describe('embeddings of real faces', () => {
  test('of one person are within 0.5 of each other, and those of another person beyond 0.7', () => {
    const [first, second, third, other] = NAMES;
    for (const [one, two] of [
      [first, second],
      [first, third],
      [second, third],
    ] as const)
      expect(between(one, two)).toBeLessThan(0.5);
    for (const one of [first, second, third]) expect(between(one, other)).toBeGreaterThan(0.7);
  });

  test('are the same numbers on every processor', async () => {
    const chip = Uint8Array.from({ length: CHIP_SIDE * CHIP_SIDE * 3 }, (_, at) => (at * 7919) % 256);
    expect((await runFaceNetwork(chip)).slice(0, 3)).toEqual(
      Float32Array.of(-0.019178196787834167, 0.11992595344781876, 0.032533060759305954),
    );
  });

  test('are not made of several people, or of none', async () => {
    const blank = await sharp({ create: { width: 600, height: 750, channels: 3, background: '#8a6' } })
      .png()
      .toBuffer();
    expect(await faces.embed(blank)).toBeUndefined();
    expect(await faces.embed(await drawGroup())).toBeUndefined();
  });
});
