import { BUCKET, OWNER, REGION, startWorld } from '@headshots/local-cloud/testing/s3-world.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import type { Problem } from '../../../shared/contract/errors.ts';
import { type Model, readModel } from '../../../shared/domain/model/model.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { MEMBER_BYTES_A_DAY, ORGANIZATION_BYTES_A_DAY } from '../../../shared/domain/upload/allowance.ts';
import { judgeStoredUpload } from '../../../shared/domain/upload/judge.ts';
import { JUDGEMENTS_AT_ONCE, MAX_JUDGEMENTS } from '../../../shared/domain/upload/judgement.ts';
import {
  announceUploads,
  judgedUpload,
  readUpload,
  removeUpload,
  type Upload,
} from '../../../shared/domain/upload/upload.ts';
import type { Faces } from '../../../shared/images/faces.ts';
import { incomingKey, uploadKey } from '../../../shared/images/keys.ts';
import { reasons } from '../../../shared/images/reasons.ts';
import { ImageStore } from '../../../shared/images/store.ts';
import { S3UploadStore } from '../../../shared/images/upload-store.ts';
import { DAY, isoTime, SECOND } from '../../../shared/platform/clock.ts';
import { keys, scopes } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { filterBomb } from '../../support/bombs.ts';
import { drawGroup } from '../../support/drawn-photos.ts';
import { noFaces as faces, fakeFaces, holdsEmbedding } from '../../support/fake-faces.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { linesOf } from '../../support/log-lines.ts';

let now = Date.parse('2026-05-04T12:00:00.000Z');
const { table, context } = freshTable(() => now);
const world = await startWorld();
const images = new ImageStore(world.client(), BUCKET);
const bucket = {
  credentials: async () => OWNER,
  region: REGION,
  bucket: BUCKET,
  url: new URL(`${world.endpoint}/${BUCKET}`),
};
const store = new S3UploadStore(bucket);

let organizationId: string;
let photo: Uint8Array;
let portrait: Uint8Array;
let people = 0;

beforeAll(async () => {
  const settings = { name: 'Judged', credits: 10, whiteLabel: true, webhookUrl: 'https://hook.test' };
  ({ organizationId } = await createOrganization(context, settings));
  photo = await sharp({ create: { width: 600, height: 750, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer();
  portrait = await drawPortrait(1, { width: 640, height: 800 });
});
afterAll(() => world.stop());

async function newModel(isDevelopment = false): Promise<Model> {
  people += 1;
  const organization = await readOrganization(context, organizationId);
  const input = { email: `person${people}@judged.test`, isDevelopment };
  return (await createWhiteLabelModel(context, organization, 'https://app.test', input)).model;
}

async function announce(model: Model, size = photo.length): Promise<Upload> {
  const file = { name: 'a.jpg', type: 'image/jpeg', size };
  const [upload] = (await announceUploads(context, async () => model, [file])).uploads;
  if (!upload) throw new Error('No upload was announced.');
  return upload;
}

const refOf = (model: Model) => ({ organizationId, modelId: model.id });
const postedKey = (model: Model, upload: Upload) => incomingKey(refOf(model), upload.id);
const keptKey = (model: Model, upload: Upload) => uploadKey(refOf(model), upload.id);

async function posted(model: Model, bytes: Uint8Array = photo): Promise<Upload> {
  const upload = await announce(model);
  await images.write(postedKey(model, upload), bytes, 'image/jpeg');
  return upload;
}

/** A store in which something happens between the reading of a posted file and the end of its judgement. */
function storeThat(happening: (key: string) => Promise<void>): S3UploadStore {
  return new (class extends S3UploadStore {
    override async readVersion(key: string) {
      const version = await super.readVersion(key);
      await happening(key);
      return version;
    }
  })(bucket);
}

const judge = (model: Model, upload: Upload, by = store) =>
  judgeStoredUpload(context, by, faces, model, upload);

const died = new Error('The function was stopped.');
const dying = storeThat(() => Promise.reject(died));

describe('the file of an accepted upload', () => {
  test('is a copy of the judged bytes that a later post to the form does not reach', async () => {
    const model = await newModel();
    const upload = await posted(model);
    expect((await judge(model, upload)).status).toBe('accepted');
    await images.write(postedKey(model, upload), filterBomb(), 'image/jpeg');
    expect(await images.read(keptKey(model, upload))).toEqual(new Uint8Array(photo));
  });

  test('is not accepted when the posted file was replaced while it was judged', async () => {
    const model = await newModel();
    const upload = await posted(model);
    const swapping = storeThat((key) => images.write(key, filterBomb(), 'image/jpeg'));
    await expect(judge(model, upload, swapping)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('replaced while it was checked'),
    });
    expect((await readUpload(context, model, upload.id)).status).toBe('pending');
    expect(await store.exists(keptKey(model, upload))).toBe(false);
    const again = await judge(model, await readUpload(context, model, upload.id));
    expect([again.status, again.reason]).toEqual(['refused', expect.stringContaining('SVG')]);
  });

  test('leaves nothing under the key of its form, accepted or refused', async () => {
    const model = await newModel();
    for (const bytes of [photo, filterBomb()]) {
      const upload = await posted(model, bytes);
      await judge(model, upload);
      expect(await store.exists(postedKey(model, upload))).toBe(false);
    }
  });
});

describe('duplicates', () => {
  const codes = (judged: readonly Upload[]) => judged.map(({ reasonCode }) => reasonCode);

  test('of an accepted upload of the model are refused, as the same file or saved again, and not kept', async () => {
    const model = await newModel();
    const first = await judge(model, await posted(model, portrait));
    const same = await judge(model, await posted(model, portrait));
    const copy = await judge(
      model,
      await posted(model, await sharp(portrait).webp({ quality: 70 }).toBuffer()),
    );
    expect(codes([first, same, copy])).toEqual([undefined, 'duplicate', 'duplicate']);
    expect(await store.exists(keptKey(model, first))).toBe(true);
    for (const refused of [same, copy]) {
      expect((await readUpload(context, model, refused.id)).status).toBe('refused');
      expect(await store.exists(keptKey(model, refused))).toBe(false);
    }
    const current = await readModel(context, organizationId, model.id);
    expect([current.uploadCount, current.acceptedUploads]).toEqual([1, 1]);
    // A photo that shows no person, and a file that is no photo, are compared with none.
    const others = [
      await judge(model, await posted(model)),
      await judge(model, await posted(model, filterBomb())),
    ];
    expect(codes(others)).toEqual([undefined, 'unsupported-format']);
  });

  test('are accepted once, of the same file that is judged several times at the same time', async () => {
    const model = await newModel();
    const uploads = await Promise.all(
      Array.from({ length: JUDGEMENTS_AT_ONCE }, () => posted(model, portrait)),
    );
    let arrived = 0;
    const all = Promise.withResolvers<void>();
    const together = storeThat(async () => {
      arrived += 1;
      if (arrived === uploads.length) all.resolve();
      await all.promise;
    });
    const judged = await Promise.all(uploads.map((upload) => judge(model, upload, together)));
    expect(codes(judged).toSorted()).toEqual(['duplicate', 'duplicate', 'duplicate', undefined]);
    const kept = await Promise.all(uploads.map((upload) => store.exists(keptKey(model, upload))));
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect((await readModel(context, organizationId, model.id)).acceptedUploads).toBe(1);
  });

  test('are not found in the upload itself, when another call accepts it at the same time', async () => {
    const model = await newModel();
    const upload = await posted(model, portrait);
    const overtaken = new (class extends S3UploadStore {
      override async copyVersion(...copy: Parameters<S3UploadStore['copyVersion']>) {
        await super.copyVersion(...copy);
        await judge(model, upload);
      }
    })(bucket);
    await expect(judge(model, upload, overtaken)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('judged already'),
    });
    expect((await readUpload(context, model, upload.id)).status).toBe('accepted');
    expect(await store.exists(keptKey(model, upload))).toBe(true);
  });

  test('are accepted once the former upload was removed, and by another model', async () => {
    const [model, other] = [await newModel(), await newModel()];
    const first = await judge(model, await posted(model, portrait));
    await removeUpload(context, model, first);
    const counts = { uploadCount: 0, acceptedUploads: 0 };
    expect(await readModel(context, organizationId, model.id)).toMatchObject(counts);
    const judged = [
      await judge(model, await posted(model, portrait)),
      await judge(other, await posted(other, portrait)),
    ];
    expect(codes(judged)).toEqual([undefined, undefined]);
  });

  test('and groups are accepted for a development model, of whose uploads nothing is made', async () => {
    const model = await newModel(true);
    const group = await drawGroup();
    const judged = [
      await judge(model, await posted(model, group)),
      await judge(model, await posted(model, group)),
    ];
    expect(judged.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    const strict = await newModel();
    expect(codes([await judge(strict, await posted(strict, group))])).toEqual(['several-people']);
  });
});

describe('another person', () => {
  /** The person in each posted file, by its size. */
  const people = new Map<number, number>();
  const known = fakeFaces(({ length }) => people.get(length));
  const judge = (model: Model, upload: Upload) => judgeStoredUpload(context, store, known, model, upload);
  let photos = 0;
  /** Another photo of a numbered person. */
  async function photoOf(person: number | undefined): Promise<Uint8Array> {
    const bytes = await drawPortrait(++photos, { width: 640, height: 800 });
    if (person !== undefined) people.set(bytes.length, person);
    return bytes;
  }

  test('than accepted uploads show is refused with a reason, and not kept', async () => {
    const model = await newModel();
    const verdicts = [];
    for (const person of [1, 1, 2, 1])
      verdicts.push(await judge(model, await posted(model, await photoOf(person))));
    expect(verdicts.map(({ reasonCode }) => reasonCode)).toEqual([
      undefined,
      undefined,
      'another-person',
      undefined,
    ]);
    expect(verdicts[2]?.reason).toContain('another person than your other photos');
    expect(await Promise.all(verdicts.map((each) => store.exists(keptKey(model, each))))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect((await readModel(context, organizationId, model.id)).acceptedUploads).toBe(3);
  });

  test('is who differs from the centre of three accepted uploads by more than 0.62', async () => {
    const model = await newModel();
    const places = new Map<number, number>();
    const line: Faces = { embed: async ({ length }) => Float32Array.of(places.get(length) ?? 0) };
    const codes = [];
    // The centres are at 0, 0.25 and 0.4.
    for (const place of [0, 0.5, 0.7, 1.03, 1.01]) {
      now += 1;
      const bytes = await photoOf(undefined);
      places.set(bytes.length, place);
      const upload = await posted(model, bytes);
      codes.push((await judgeStoredUpload(context, store, line, model, upload)).reasonCode);
    }
    expect(codes).toEqual([undefined, undefined, undefined, 'another-person', undefined]);
  });

  test('is the newer one of two, and is accepted once the older one was removed', async () => {
    const model = await newModel();
    const first = await judge(model, await posted(model, await photoOf(1)));
    const second = await photoOf(2);
    expect((await judge(model, await posted(model, second))).reasonCode).toBe('another-person');
    await removeUpload(context, model, first);
    expect((await judge(model, await posted(model, second))).status).toBe('accepted');
  });

  test('is found in uploads that are judged at the same time', async () => {
    const model = await newModel();
    const uploads = [await posted(model, await photoOf(1)), await posted(model, await photoOf(2))];
    const judged = await Promise.all(uploads.map((upload) => judge(model, upload)));
    expect(judged.map(({ status }) => status).toSorted()).toEqual(['accepted', 'refused']);
  });

  test('is not seen where a face is not certain', async () => {
    const model = await newModel();
    for (const person of [1, undefined, 1])
      expect((await judge(model, await posted(model, await photoOf(person)))).status).toBe('accepted');
  });

  test('leaves no number of an embedding in the table or the log', async () => {
    const model = await newModel();
    const spies = [vi.spyOn(context.table, 'commit'), vi.spyOn(context.table, 'write')];
    const logged = await linesOf(async () => {
      for (const person of [1, 1, 2]) await judge(model, await posted(model, await photoOf(person)));
    });
    const written = [...spies.flatMap(({ mock }) => mock.calls.flat()), ...logged];
    expect(written.length).toBeGreaterThan(5);
    expect(written.filter(holdsEmbedding)).toEqual([]);
  });
});

describe('judgements that die', () => {
  test('count, and after the last one the upload is refused without being decoded', async () => {
    const model = await newModel();
    const upload = await posted(model);
    for (let count = 0; count < MAX_JUDGEMENTS; count++) {
      await expect(judge(model, upload, dying)).rejects.toBe(died);
    }
    expect((await readUpload(context, model, upload.id)).judgements).toBe(MAX_JUDGEMENTS);
    const judged = await judge(model, upload, dying);
    expect([judged.status, judged.reason]).toEqual(['refused', expect.stringContaining('took too long')]);
    expect(await store.exists(postedKey(model, upload))).toBe(false);
    expect(await store.exists(keptKey(model, upload))).toBe(false);
    await expect(judge(model, await posted(model), dying)).rejects.toBe(died);
    expect((await judge(model, await posted(model))).status).toBe('accepted');
  });

  test('hold the leases of their member until these expire, and no lease of another member', async () => {
    const [model, other] = [await newModel(), await newModel()];
    const hanging = storeThat(() => new Promise(() => undefined));
    const uploads = await Promise.all(Array.from({ length: JUDGEMENTS_AT_ONCE + 1 }, () => posted(model)));
    const last = uploads.pop();
    if (!last) throw new Error('No upload was posted.');
    const countOf = async (id: string) => (await readUpload(context, model, id)).judgements;
    for (const upload of uploads) {
      void judge(model, upload, hanging);
      await expect.poll(() => countOf(upload.id)).toBe(1);
    }
    await expect(judge(model, last)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfterSeconds: 2,
    });
    expect(await countOf(last.id)).toBe(0);
    expect((await judge(other, await posted(other))).status).toBe('accepted');
    // Their functions may be at work for 29 seconds.
    now += 29 * SECOND;
    await expect(judge(model, last)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    now += SECOND;
    expect((await judge(model, last)).status).toBe('accepted');
  });
});

test('files of a wrong type, size or number are refused before they are uploaded', async () => {
  const model = await newModel();
  const modelOf = vi.fn(async () => model);
  const announcing = async (count: number, file: object = {}) => {
    const files = Array(count).fill({ name: 'a.jpg', type: 'image/jpeg', size: 5000, ...file });
    const { code, message } = await announceUploads(context, modelOf, files).then(
      () => ({ code: 'announced', message: '' }),
      (error: Problem) => error,
    );
    return [code, message];
  };
  const refused = (part: string) => ['INVALID_REQUEST', expect.stringContaining(part)];
  const limit = 50 * 1024 * 1024;
  expect(await announcing(1, { size: limit + 1 })).toEqual(refused('at most 50 MB'));
  expect(await announcing(1, { type: 'image/heic', name: 'IMG_1.HEIC' })).toEqual(refused('HEIC images'));
  expect(await announcing(1, { type: 'text/html' })).toEqual(refused("of type 'text/html'"));
  // The first upload of a member begins a model, which a wrong file does not.
  expect(modelOf).not.toHaveBeenCalled();
  expect(await announcing(20, { size: 1 })).toEqual(['announced', '']);
  expect(await announcing(6)).toEqual(refused('at most 25 photos'));
  expect(await announcing(5)).toEqual(['announced', '']);
  expect(await announcing(1, { size: limit })).toEqual(refused('at most 25 photos'));
});

describe('the bytes that a member may announce', () => {
  const size = MEMBER_BYTES_A_DAY / 1000;
  const today = (scope: string) => keys.uploadAllowance(scope, isoTime(now).slice(0, 'yyyy-mm-dd'.length));

  test('are limited on one day, whatever was refused or removed, and allowed again on the next', async () => {
    const model = await newModel();
    const size = 50 * 1024 * 1024;
    for (let bytes = 0; bytes < MEMBER_BYTES_A_DAY; bytes += size) {
      const upload = await announce(model, size);
      if (bytes % (2 * size) === 0) await removeUpload(context, model, upload);
      else await removeUpload(context, model, await judgedUpload(context, model, upload, reasons.blurry()));
    }
    await expect(announce(model, 1)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.stringContaining('Continue tomorrow'),
      retryAfterSeconds: Math.ceil((DAY - (now % DAY)) / SECOND),
    });
    const counts = { uploadCount: 0, acceptedUploads: 0 };
    expect(await readModel(context, organizationId, model.id)).toMatchObject(counts);
    await announce(await newModel(), size);
    now += DAY;
    await announce(model, size);
  });

  test('do not count where the uploads are refused', async () => {
    const model = await newModel();
    const files = Array.from({ length: 26 }, () => ({ name: 'a.jpg', type: 'image/jpeg', size: 1000 }));
    const announcing = announceUploads(context, async () => model, files);
    await expect(announcing).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const allowance = today(scopes.member(organizationId, model.memberId));
    expect(await table.get(allowance)).toBeUndefined();
    await announce(model, size);
    expect(await table.get(allowance)).toMatchObject({ bytes: size });
  });

  test('count a thousandth of a day for a small file, whose record and judgement cost as much', async () => {
    const model = await newModel();
    const allowance = today(scopes.member(organizationId, model.memberId));
    await table.write(put({ ...allowance, bytes: MEMBER_BYTES_A_DAY - size }));
    await announce(model, 1);
    await expect(announce(model, 1)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  });

  test('are limited for all members of the organization together', async () => {
    const bytes = ORGANIZATION_BYTES_A_DAY - size;
    await table.write(put({ ...today(scopes.organization(organizationId)), bytes }));
    await expect(announce(await newModel(), size + 1)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    await announce(await newModel(), size);
  });
});
