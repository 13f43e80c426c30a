import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawHeadshot } from '../../../local/providers/headshots.ts';

async function cornerOf(jpeg: Uint8Array): Promise<number[]> {
  const corner = sharp(jpeg).extract({ left: 0, top: 0, width: 40, height: 40 });
  const { channels } = await corner.stats();
  return channels.map(({ mean }) => Math.round(mean));
}

test('a stand-in draws the same headshot for the same prompt and seed, and another one for another seed', async () => {
  const prompt = '<lora:7:1> photo of ohwx woman in a navy blazer, white studio backdrop';
  const [first, again, other] = await Promise.all([1, 1, 2].map((seed) => drawHeadshot(prompt, seed)));
  expect(Buffer.from(first ?? [])).toEqual(Buffer.from(again ?? []));
  expect(Buffer.from(first ?? [])).not.toEqual(Buffer.from(other ?? []));
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 1280 });
});

test('a stand-in draws the backdrop that the prompt names', async () => {
  const [white = 0] = await cornerOf(await drawHeadshot('a man, white studio backdrop', 1));
  const [red = 255, , blue = 0] = await cornerOf(await drawHeadshot('a man, dark blue seamless backdrop', 1));
  expect(white).toBeGreaterThan(red + 80);
  expect(blue).toBeGreaterThan(red + 20);
});
