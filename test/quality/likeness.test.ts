import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { judge } from '../../scripts/judge.ts';
import { FRAMING_NAMES } from '../../shared/contract/styles.ts';
import { personComparison } from '../../shared/domain/upload/same-person.ts';
import type { Upload } from '../../shared/domain/upload/upload.ts';
import { centreOf, faces, likenessOf } from '../../shared/images/faces.ts';
import { renderSizes } from '../../shared/images/image-sizes.ts';
import { composeHeadshot } from '../../shared/providers/studio/compose-headshot.ts';
import { prepareSubject } from '../../shared/providers/studio/prepare-subject.ts';
import { distance, type Embedding } from '../../shared/vision/embed-face.ts';

const NAMES = ['person-2009', 'person-2010', 'person-2012', 'other-2010'] as const;
type Name = (typeof NAMES)[number];

const photos = new Map<Name, Uint8Array>();
const embeddings = new Map<Name, Embedding>();

beforeAll(async () => {
  for (const name of NAMES) {
    const photo = await readFile(`test/fixtures/faces/${name}.jpg`);
    photos.set(name, photo);
    embeddings.set(name, await embedded(photo));
  }
}, 60_000);

async function embedded(photo: Uint8Array): Promise<Embedding> {
  const embedding = await faces.embed(photo);
  if (!embedding) throw new Error('No certain face was found.');
  return embedding;
}

function photoOf(name: Name): Uint8Array {
  return photos.get(name) ?? new Uint8Array();
}

test('embeddings hardly change with size, quality, light and a turn of the head to a side', async () => {
  const photo = sharp(photoOf('person-2012'));
  const changed = [
    photo.clone().resize(300).jpeg({ quality: 50 }),
    photo.clone().modulate({ brightness: 0.6 }).jpeg(),
    photo.clone().rotate(15, { background: '#888' }).jpeg(),
  ];
  for (const each of changed) {
    const moved = distance(
      await embedded(await each.toBuffer()),
      embeddings.get('person-2012') ?? new Float32Array(),
    );
    expect(moved).toBeLessThan(0.3);
  }
});

test("the studio's own photos score as the person of the upload, and not as another one", async () => {
  const centre = centreOf([...embeddings].filter(([name]) => name !== 'other-2010').map(([, each]) => each));
  const subject = await prepareSubject(photoOf('person-2012'));
  for (const crop of FRAMING_NAMES) {
    const headshot = await composeHeadshot(subject, {
      backdrop: 'light-grey',
      crop,
      tone: 'natural',
    });
    const face = await embedded((await renderSizes(headshot)).main);
    expect(centre && likenessOf(face, centre)).toBeGreaterThan(0.7);
    expect(likenessOf(face, embeddings.get('other-2010') ?? face)).toBeLessThan(0.4);
  }
});

test('a foreign upload among six is found', async () => {
  const mirrored = (name: Name) => sharp(photoOf(name)).flop().jpeg().toBuffer();
  const six = [
    photoOf('person-2012'),
    await mirrored('person-2009'),
    photoOf('person-2010'),
    photoOf('other-2010'),
    photoOf('person-2009'),
    await mirrored('person-2010'),
  ];
  const store = {
    readVersion: async (key: string) => ({
      bytes: six[Number(key.split('/').at(-1))] ?? new Uint8Array(),
      etag: '',
    }),
  };
  const accepted: Upload[] = [];
  const foreign: number[] = [];
  for (const [number, bytes] of six.entries()) {
    const isAnother = personComparison({
      clock: { now: () => 0 },
      store,
      faces,
      model: { organizationId: 'org_1', modelId: 'mdl_1' },
      face: await faces.embed(bytes),
    });
    if (await isAnother(accepted)) foreign.push(number);
    else
      accepted.push({
        id: String(number),
        status: 'accepted',
        type: '',
        size: 1,
        judgements: 1,
        createdAt: '',
      });
  }
  expect(foreign).toEqual([3]);
}, 60_000);

test('a recipe is judged as a run is', async () => {
  const file = async (name: string, image: Sharp) => ({
    name,
    bytes: await image.resize(800).jpeg().toBuffer(),
  });
  const files = (...names: Name[]) => Promise.all(names.map((name) => file(name, sharp(photoOf(name)))));
  const blank = sharp({ create: { width: 8, height: 10, channels: 3, background: '#888' } });
  const judgements = await judge(await files('person-2009', 'person-2010'), [
    ...(await files('person-2012', 'other-2010')),
    await file('blank', blank),
  ]);
  expect(judgements).toMatchObject([
    { name: 'person-2012', likeness: expect.any(Number), reason: undefined },
    { name: 'other-2010', likeness: expect.any(Number), reason: 'The face is unlike those of the uploads.' },
    { name: 'blank', likeness: undefined, reason: 'The image has one colour.' },
  ]);
}, 60_000);
