import { expect, test } from 'vitest';
import { announceFiles, postFile } from '../../local/partner/member.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { sweepOrphans } from '../../shared/domain/orphans/sweep.ts';
import {
  incomingKey,
  incomingPrefix,
  photoKeys,
  uploadKey,
  uploadsPrefix,
} from '../../shared/images/keys.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { idFactory } from '../../shared/platform/id.ts';
import { runSchedules } from '../support/invites.ts';
import { expectCleanAudit } from '../support/people.ts';
import {
  createModel,
  freshTenant,
  MODELS,
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
  return { tenant, ref, member: await openMember(model) };
}

test('a file that is posted to the form of an accepted upload replaces nothing', async () => {
  const { tenant, ref, member } = await newMember();
  const photo = await plainPhoto(30);
  const [form] = await announceFiles(member, [photo]);
  if (!form) throw new Error('The service answered no upload form for the announced file.');
  expect((await postFile(form, photo)).status).toBe(204);
  expect(form.fields.key).toBe(incomingKey(ref, form.id));
  await member.expect('POST', `/api/member/uploads/${form.id}/complete`, {});
  expect(await store.list(incomingPrefix(ref))).toEqual([]);

  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><text>NOT JUDGED</text></svg>';
  const bytes = Buffer.from(drawing.padEnd(photo.bytes.length));
  expect((await postFile(form, { ...photo, bytes })).status).toBe(204);
  expect(Buffer.from(await store.read(uploadKey(ref, form.id)))).toEqual(Buffer.from(photo.bytes));
  await expectCleanAudit(tenant);
});

test('the files that a deleted model was sent are removed with it, judged or not', async () => {
  const { tenant, ref, member } = await newMember();
  const photos = [await plainPhoto(40), await plainPhoto(50)];
  const [judged, pending] = await announceFiles(member, photos);
  for (const [form, photo] of [
    [judged, photos[0]],
    [pending, photos[1]],
  ] as const) {
    if (!form || !photo) throw new Error('The service answered no upload form for the announced file.');
    await postFile(form, photo);
  }
  await member.expect('POST', `/api/member/uploads/${judged?.id}/complete`, {});
  await tenant.api.expect('DELETE', `${MODELS}/${ref.modelId}`);
  const prefixes = [incomingPrefix(ref), uploadsPrefix(ref)];
  const left = async () => (await Promise.all(prefixes.map((prefix) => store.list(prefix)))).flat();
  await until(async () => (await left()).length === 0, 'the files to be removed');
});

test('a removed upload leaves no file behind, judged or not', async () => {
  const { ref, member } = await newMember();
  const photos = [await plainPhoto(60), await plainPhoto(70)];
  const forms = await announceFiles(member, photos);
  for (const [position, form] of forms.entries()) {
    const photo = photos[position];
    if (photo) await postFile(form, photo);
    if (position === 0) await member.expect('POST', `/api/member/uploads/${form.id}/complete`, {});
    await member.expect('DELETE', `/api/member/uploads/${form.id}`);
  }
  const left = [...(await store.list(incomingPrefix(ref))), ...(await store.list(uploadsPrefix(ref)))];
  expect(left).toEqual([]);
});

test('the daily sweep removes objects whose records are gone', async () => {
  const { ref } = await newMember();
  const old = idFactory({ now: () => operator.clock.now() - 2 * DAY }, operator.randomness);
  const orphans = [
    incomingKey(ref, old('upload')),
    uploadKey(ref, old('upload')),
    ...photoKeys(ref, old('photo')),
  ];
  for (const key of orphans) await store.write(key, Buffer.from('image'), 'image/jpeg');
  const isGone = async () => (await Promise.all(orphans.map((key) => store.list(key)))).flat().length === 0;
  await until(async () => {
    await runSchedules();
    return isGone();
  }, 'the objects to be removed');
  // Nothing is left for another sweep, which removes no object that is in use.
  const again = await sweepOrphans(operator, store, operator.clock.now() + DAY);
  expect(again).toMatchObject({ removed: 0, done: true });
});
