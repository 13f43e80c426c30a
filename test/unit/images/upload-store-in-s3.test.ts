import {
  BUCKET,
  OWNER,
  READER,
  REGION,
  SESSION,
  startWorld,
  type World,
} from '@headshots/local-cloud/testing/s3-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageStore } from '../../../shared/images/store.ts';
import { ObjectChanged, S3UploadStore } from '../../../shared/images/upload-store.ts';

const PHOTO = 'incoming/org/mdl/upl 1+ü';
const BYTES = Uint8Array.from({ length: 100_000 }, (_, index) => index);

let world: World;
let images: ImageStore;

beforeAll(async () => {
  world = await startWorld();
  images = new ImageStore(world.client(), BUCKET);
  await images.write(PHOTO, BYTES, 'image/jpeg');
});
afterAll(() => world.stop());

const uploadStore = (credentials: typeof OWNER = OWNER) =>
  new S3UploadStore({
    credentials: async () => credentials,
    region: REGION,
    bucket: BUCKET,
    url: new URL(`${world.endpoint}/${BUCKET}`),
  });

describe.each([
  ['signed requests', OWNER],
  ['signed requests of a session', SESSION],
])('the store of uploads by %s', (_, credentials) => {
  let store: S3UploadStore;
  beforeAll(() => {
    store = uploadStore(credentials);
  });

  it('finds an object, and neither one that is missing nor one whose key only begins alike', async () => {
    expect(await store.exists(PHOTO)).toBe(true);
    expect(await store.exists('incoming/org/mdl/none')).toBe(false);
    expect(await store.exists(PHOTO.slice(0, -1))).toBe(false);
  });

  it('reads the bytes of an object and the ETag of the version', async () => {
    const { bytes, etag } = await store.readVersion(PHOTO);
    expect(Buffer.compare(bytes, BYTES)).toBe(0);
    const stored = await fetch(`${world.engineUrl}/${BUCKET}/incoming/org/mdl/upl%201%2B%C3%BC`);
    await stored.arrayBuffer();
    expect(etag).toBe(stored.headers.get('etag'));
  });

  it('refuses to read a missing object, by the code of S3', async () => {
    await expect(store.readVersion('incoming/none')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('copies the version that was read, with another media type', async () => {
    const { etag } = await store.readVersion(PHOTO);
    await store.copyVersion(PHOTO, etag, 'uploads/org/mdl/a ü', 'image/png');
    expect(Buffer.compare(await images.read('uploads/org/mdl/a ü'), BYTES)).toBe(0);
    const copied = await fetch(`${world.engineUrl}/${BUCKET}/uploads/org/mdl/a%20%C3%BC`);
    await copied.arrayBuffer();
    expect(copied.headers.get('content-type')).toBe('image/png');
  });

  it('copies nothing of an object that was replaced or removed since', async () => {
    await images.write('incoming/changing', Buffer.from('a face'), 'image/jpeg');
    const { etag } = await store.readVersion('incoming/changing');
    await images.write('incoming/changing', Buffer.from('another'), 'image/jpeg');
    const copy = () => store.copyVersion('incoming/changing', etag, 'uploads/changed', 'image/jpeg');
    await expect(copy()).rejects.toBeInstanceOf(ObjectChanged);
    await images.remove(['incoming/changing']);
    await expect(copy()).rejects.toBeInstanceOf(ObjectChanged);
    expect(await world.stored('uploads/changed')).toBeUndefined();
  });

  it('removes objects, whether they exist or not', async () => {
    await images.write('incoming/one ü', Buffer.from('1'), 'image/jpeg');
    await images.write('incoming/two', Buffer.from('2'), 'image/jpeg');
    await store.remove(['incoming/one ü', 'incoming/two', 'incoming/none']);
    expect(await images.list('incoming/one ü')).toEqual([]);
    expect(await images.list('incoming/two')).toEqual([]);
  });
});

it('a store of uploads reaches nothing that its role may not', async () => {
  await expect(uploadStore(READER).readVersion(PHOTO)).rejects.toMatchObject({
    name: 'AccessDenied',
    $metadata: { httpStatusCode: 403 },
  });
});
