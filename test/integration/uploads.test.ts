import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPortrait } from '../../demo/portraits.ts';
import { announceFiles, type PhotoFile, postFile, uploadPhoto } from '../../local/partner/member.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { listErasures } from '../../shared/domain/erasure/erasure.ts';
import { incomingKey, incomingPrefix, uploadKey, uploadsPrefix } from '../../shared/images/keys.ts';
import { drawGroup } from '../support/drawn-photos.ts';
import { expectCleanAudit } from '../support/people.ts';
import {
  createModel,
  eventNames,
  freshTenant,
  openMember,
  operator,
  plainPhoto,
  until,
} from '../support/tenant.ts';

const store = deployedImageStore();

async function newMember() {
  const tenant = await freshTenant();
  const model = await createModel(tenant);
  const ref = { organizationId: tenant.organizationId, modelId: model.modelId };
  const prefixes = [incomingPrefix(ref), uploadsPrefix(ref)];
  const stored = async () => (await Promise.all(prefixes.map((prefix) => store.list(prefix)))).flat();
  return { tenant, ref, stored, member: await openMember(model) };
}

const file = (name: string, type: string, bytes: Uint8Array): PhotoFile => ({ name, type, bytes });
const noise = (width: number, height: number) => {
  const pixels = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: pixels } });
};

test('an upload is accepted or refused by its content, with the reason, and does not affect others', async () => {
  const { member } = await newMember();
  const turned = await noise(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const portrait = file('me.jpg', 'image/jpeg', await drawPortrait(2, { width: 800, height: 1000 }));
  const cases: [PhotoFile, object][] = [
    [file('turned.jpg', 'image/jpeg', turned), { status: 'accepted' }],
    [file('image.webp', 'image/webp', await noise(700, 800).webp().toBuffer()), { status: 'accepted' }],
    [
      file('cut-off.jpg', 'image/jpeg', turned.subarray(0, turned.length / 3)),
      { status: 'refused', reason: expect.stringMatching(/incomplete|corrupt|damaged/i) },
    ],
    [
      file('letter.jpg', 'image/jpeg', Buffer.from('Dear all, this is no photo.')),
      { status: 'refused', reason: expect.stringContaining('JPEG') },
    ],
    [
      file('us.jpg', 'image/jpeg', await drawGroup()),
      { status: 'refused', reasonCode: 'several-people', reason: expect.stringContaining('2 people') },
    ],
  ];
  for (const [photo, expected] of cases) expect(await uploadPhoto(member, photo)).toMatchObject(expected);
  const judged = await Promise.all([uploadPhoto(member, portrait), uploadPhoto(member, portrait)]);
  expect(judged.map(({ reasonCode }) => reasonCode).toSorted()).toEqual(['duplicate', undefined]);
  const { uploads } = await member.expect<{ uploads: { status: string }[] }>('GET', '/api/member');
  expect(uploads.map(({ status }) => status).toSorted()).toEqual([
    ...Array(3).fill('accepted'),
    ...Array(4).fill('refused'),
  ]);
  const huge = { files: [{ name: 'huge.jpg', type: 'image/jpeg', size: 60 * 1024 * 1024 }] };
  expect(await member.call('POST', '/api/member/uploads', huge)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_REQUEST', error: expect.stringContaining('at most 50 MB') },
  });
});

test('S3 accepts only the announced key, type and size, and a later post to the form replaces nothing', async () => {
  const { tenant, ref, member } = await newMember();
  const photo = await plainPhoto(10);
  const [form] = await announceFiles(member, [photo]);
  if (!form) throw new Error('The service answered no upload form for the announced file.');
  expect(form.fields.key).toBe(incomingKey(ref, form.id));
  const larger = { ...photo, bytes: new Uint8Array([...photo.bytes, 0]) };
  expect((await postFile(form, larger)).ok).toBe(false);
  for (const changed of [{ key: `${form.fields.key}-other` }, { 'Content-Type': 'text/html' }])
    expect((await postFile({ ...form, fields: { ...form.fields, ...changed } }, photo)).status).toBe(403);
  const complete = () => member.call('POST', `/api/member/uploads/${form.id}/complete`, {});
  expect(await complete()).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('Nothing has arrived') },
  });
  expect((await postFile(form, photo)).status).toBe(204);
  const { body: judged } = await complete();
  expect(judged).toMatchObject({ upload: { id: form.id, status: 'accepted' } });
  expect(await store.list(incomingPrefix(ref))).toEqual([]);

  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><text>NOT JUDGED</text></svg>';
  const bytes = Buffer.from(drawing.padEnd(photo.bytes.length));
  expect((await postFile(form, { ...photo, bytes })).status).toBe(204);
  // A caller that lost the answer repeats the request.
  expect((await complete()).body).toEqual(judged);
  expect(Buffer.from(await store.read(uploadKey(ref, form.id)))).toEqual(Buffer.from(photo.bytes));
  await expectCleanAudit(tenant);
});

test('a removed upload no longer counts, no upload leaves a file behind, and the deletion of the model removes the others', async () => {
  const { tenant, ref, stored, member } = await newMember();
  const stranger = await openMember(await createModel(tenant));
  const photos = await Promise.all([20, 60, 100].map(plainPhoto));
  const forms = await announceFiles(member, photos);
  const post = (form: (typeof forms)[number], place: number) => {
    const photo = photos[place];
    return photo && postFile(form, photo);
  };
  await Promise.all(forms.map(post));
  const [accepted, , pending] = forms.map(({ id }) => id);
  for (const { id } of forms.slice(0, 2))
    await member.expect('POST', `/api/member/uploads/${id}/complete`, {});
  expect(await stored()).toHaveLength(3);
  const remove = (id = '', by = member) => by.call('DELETE', `/api/member/uploads/${id}`);
  const unknown = await remove('upl_00000000000000000000000000');
  for (const id of [accepted, pending]) {
    expect(await remove(id, stranger)).toMatchObject({ status: 404, body: unknown.body });
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).body).toEqual(unknown.body);
  }
  expect(await stored()).toHaveLength(1);
  expect(await member.call('POST', '/api/member/onboarding', { trigger: 'person' })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_REQUEST', error: expect.stringContaining('add 3 more') },
  });

  await Promise.all((await announceFiles(member, photos.slice(0, 1))).map(post));
  expect(await stored()).toHaveLength(2);
  expect(await member.expect('DELETE', '/api/member/model')).toMatchObject({ modelId: ref.modelId });
  expect((await member.call('GET', '/api/member')).status).toBe(401);
  await until(() => eventNames(tenant, ref.modelId).includes('model.deleted'), 'model.deleted');
  await until(async () => (await stored()).length === 0, 'the files to be removed');
  const erasures = await listErasures(operator, ref.organizationId);
  expect(erasures).toMatchObject([{ modelId: ref.modelId, requestedBy: 'member' }]);
});
