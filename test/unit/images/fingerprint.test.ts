import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { type Fingerprint, isSamePhoto } from '../../../shared/images/content/fingerprint.ts';
import { judgeUpload } from '../../../shared/images/judge-upload.ts';
import { gradient, noise } from '../../support/drawn-photos.ts';

async function fingerprintOf(bytes: Uint8Array): Promise<Fingerprint> {
  const verdict = await judgeUpload(bytes);
  if (!verdict.accepted || !verdict.fingerprint) throw new Error('The image was not accepted.');
  return verdict.fingerprint;
}

const draw = (photo: number) => drawPortrait(6, { photo, width: 800, height: 1000 });

test('a photo is the same as itself, and as its copies of another size, format and quality', async () => {
  const photo = await draw(0);
  const original = await fingerprintOf(photo);
  const copies = [
    photo,
    Buffer.concat([photo, Buffer.from('bytes that a phone appends')]),
    await sharp(photo).jpeg({ quality: 60 }).toBuffer(),
    await sharp(photo).resize(600, 750).webp().toBuffer(),
    await sharp(photo).resize(1600, 2000).png({ compressionLevel: 1 }).toBuffer(),
  ];
  for (const copy of copies) expect(isSamePhoto(original, await fingerprintOf(copy))).toBe(true);
});

test('other photos of the same person are different', async () => {
  const prints = await Promise.all([0, 1, 2, 3].map(async (photo) => fingerprintOf(await draw(photo))));
  for (const [i, one] of prints.entries()) {
    for (const other of prints.slice(i + 1)) expect(isSamePhoto(one, other)).toBe(false);
  }
});

const STRIPES: readonly number[] = Array.from({ length: 3 * 144 }, (_, at) => (at % 2 === 0 ? 60 : 180));
const PLAIN = STRIPES.map(() => 128);
test.each([
  ['with hardly any contrast', false, PLAIN, PLAIN],
  ['that differ by a level everywhere', true, STRIPES, STRIPES.map((level) => level + 1)],
  ['that differ by two levels everywhere', false, STRIPES, STRIPES.map((level) => level + 2)],
  ['that differ in one place', false, STRIPES, STRIPES.with(7, 187)],
])('two images %s count as one: %s', (_, same, ...looks) => {
  const [one, other] = looks.map((look, at) => ({
    file: `${at}`,
    look: Buffer.from(look).toString('base64'),
  }));
  expect(one && other && isSamePhoto(one, other)).toBe(same);
});

test('noise, plain colours and gradients are accepted and not compared, since nothing tells what they show', async () => {
  const files = [
    await noise(700, 800).jpeg().toBuffer(),
    await gradient(600, 700, 100).jpeg().toBuffer(),
    await sharp({ create: { width: 600, height: 600, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer(),
  ];
  for (const file of files) {
    const verdict = await judgeUpload(file);
    expect(verdict).toMatchObject({ accepted: true });
    expect(verdict).not.toHaveProperty('fingerprint');
  }
});
