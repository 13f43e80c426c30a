import { beforeEach, expect, test } from 'vitest';
import { type Model, readModel } from '../../../shared/domain/model/model.ts';
import { listUploadsWithLinks } from '../../../shared/domain/upload/links.ts';
import { announceUploads, judgedUpload } from '../../../shared/domain/upload/upload.ts';
import { uploadKey } from '../../../shared/images/keys.ts';
import { LINK_LIFETIME, LinkSigner } from '../../../shared/links/links.ts';
import { DAY, isoTime } from '../../../shared/platform/clock.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

let world: InviteWorld;
beforeEach(() => {
  world = inviteWorld();
});

function signer() {
  const key = { accessKeyId: 'AKIA1', secretAccessKey: 'secret', createdAt: '' };
  return LinkSigner.create(key, 'eu-central-1', new URL('https://images.test'), world.now());
}

const list = async (model: Model) => listUploadsWithLinks(world.context, await signer(), model);

test('only accepted uploads have a link, which lives 24 hours', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization();
  const { id } = await world.newModel(organizationId, 1);
  const model = await readModel(context, organizationId, id);
  const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
  const { uploads } = await announceUploads(context, async () => model, [file, file]);
  const [refused] = uploads;
  if (!refused) throw new Error('No upload was announced.');
  await judgedUpload(context, model, refused, {
    accepted: false,
    reason: 'It is empty.',
    reasonCode: 'empty',
  });
  const listed = await list(model);
  expect(Object.fromEntries(listed.map(({ status, url }) => [status, url !== undefined]))).toEqual({
    accepted: true,
    refused: false,
    pending: false,
  });
  const accepted = listed.find(({ status }) => status === 'accepted');
  const link = new URL(accepted?.url ?? '');
  expect(link.pathname).toBe(`/${uploadKey({ organizationId, modelId: id }, accepted?.id ?? '')}`);
  expect(link.searchParams.get('X-Amz-Expires')).toBe(String(LINK_LIFETIME / 1000));
});

test('uploads that retention has reached have no link', async () => {
  const organizationId = await world.newOrganization();
  const { id } = await world.newModel(organizationId, 1);
  const model = await readModel(world.context, organizationId, id);
  const kept: Model = { ...model, uploadsExpireAt: isoTime(world.now() + DAY) };
  expect((await list(kept))[0]).toHaveProperty('url');
  expect((await list({ ...kept, uploadsExpireAt: isoTime(world.now()) }))[0]).not.toHaveProperty('url');
});
