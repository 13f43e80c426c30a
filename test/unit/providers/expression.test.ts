import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { locatePerson } from '../../../shared/providers/studio/locate-person.ts';
import { photoQualities, worthOf } from '../../../shared/providers/studio/photo-quality.ts';
import { decodeUpright } from '../../../shared/providers/studio/upright-image.ts';

async function located(name: string) {
  const image = await decodeUpright(await readFile(`test/fixtures/faces/${name}.jpg`), 1024);
  return { image, person: await locatePerson(image) };
}

test('a smile is calm', async () => {
  expect((await located('person-2012')).person.calm).toBeGreaterThan(0.9);
});

test('an upload whose face scowls is not shown beside another one', async () => {
  const { image, person } = await located('person-2012');
  const worth = async (calm: number) =>
    worthOf({
      ...(await photoQualities(image, { ...person, calm }, person.face.eyeDistance, 100, 1)),
      edges: 1,
    });
  // Below a share of 0.3 of the best one, an upload is not shown.
  expect(await worth(0.1)).toBeLessThan(0.3 * (await worth(1)));
});
