import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ModelEvent, modelEvent } from '../../../shared/contract/events.ts';
import { cleanupMessage } from '../../../shared/contract/messages.ts';
import { listMembersOf } from '../../../shared/domain/member/list.ts';
import { removeEverything, removePhoto } from '../../../shared/domain/model/cleanup.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { type Model, readModel } from '../../../shared/domain/model/model.ts';
import { changeSettings, frameOriginsOf } from '../../../shared/domain/organization/settings.ts';
import { listFavorites } from '../../../shared/domain/photo/favorites.ts';
import {
  deletePhoto,
  erasePhoto,
  listPhotos,
  photosToDownload,
  ratePhoto,
  restorePhoto,
} from '../../../shared/domain/photo/photo.ts';
import { publishEvent } from '../../../shared/events/publish.ts';
import { Queues } from '../../../shared/events/queues.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';
import { MemoryImages } from '../../support/memory-images.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const PHOTOS = ['pho_1', 'pho_2', 'pho_3'];

let world: InviteWorld;
let organizationId: string;
let modelId: string;

beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization();
  modelId = (await world.waitingModel(organizationId)).id;
  await world.finish({ organizationId, modelId, run: 1 }, PHOTOS);
});

const model = (): Promise<Model> => readModel(world.context, organizationId, modelId);
const erase = (photoId: string) => erasePhoto(world.context, organizationId, modelId, photoId);

async function idsWith(status: 'active' | 'deleted'): Promise<string[]> {
  const { items } = await listPhotos(world.context, await model(), { limit: 50, offset: 0, status });
  return items.map(({ id }) => id).sort();
}

const sqs = mockedClient(SQSClient);

/** The messages of the cleanup queue that follow from the last event of the model. */
async function cleanupMessages() {
  const { sequence } = await model();
  const event = modelEvent.parse(
    await world.context.table.get(keys.event(organizationId, modelId, sequence)),
  );
  sqs.reset();
  sqs.onAnyCommand().resolves({});
  await publishEvent(new Queues(new SQSClient(), (name) => name, world.context.clock), world.context, event);
  return sqs
    .commandCalls(SendMessageCommand)
    .map(({ args: [{ input }] }) => [
      input.QueueUrl,
      cleanupMessage.parse(JSON.parse(input.MessageBody ?? '')),
    ]);
}

describe('erasing a photo', () => {
  test('an erased photo is no longer listed or counted as available, and its event asks for its removal', async () => {
    await ratePhoto(world.context, organizationId, modelId, 'pho_2', { favorite: true });
    await erase('pho_2');
    expect(await idsWith('active')).toEqual(['pho_1', 'pho_3']);
    const erased = await model();
    expect(erased).toMatchObject({ photoCount: 3, availableCount: 2 });
    expect(erased).not.toHaveProperty('favoritePhotoId');
    expect(await cleanupMessages()).toEqual([
      ['cleanup', { kind: 'photo', organizationId, modelId, photoId: 'pho_2' }],
    ]);
    await expect(erase('pho_2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a photo that was put away before is counted once, and cannot be the favorite', async () => {
    await deletePhoto(world.context, organizationId, modelId, 'pho_1');
    expect(await model()).toMatchObject({ photoCount: 3, availableCount: 2 });
    const chosen = ratePhoto(world.context, organizationId, modelId, 'pho_1', { favorite: true });
    await expect(chosen).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await erase('pho_1');
    expect(await model()).toMatchObject({ photoCount: 3, availableCount: 2 });
    expect(await idsWith('deleted')).toEqual([]);
  });

  test('of erasing and putting away a photo at once, the counts are right in the end', async () => {
    const put = () => deletePhoto(world.context, organizationId, modelId, 'pho_1');
    await Promise.allSettled([erase('pho_1'), put(), erase('pho_1'), put()]);
    expect(await model()).toMatchObject({ photoCount: 3, availableCount: 2 });
    expect([...(await idsWith('active')), ...(await idsWith('deleted'))]).toEqual(['pho_2', 'pho_3']);
  });

  test('the objects of a photo are removed after it was erased, and not before', async () => {
    const removed: string[] = [];
    const store = { remove: async (names: readonly string[]) => void removed.push(...names) };
    const ref = { organizationId, modelId };
    await expect(removePhoto(world.context, store, ref, 'pho_3')).rejects.toThrow('not erased');
    expect(removed).toEqual([]);
    await erase('pho_3');
    await removePhoto(world.context, store, ref, 'pho_3');
    const path = `photos/${organizationId}/${modelId}/pho_3`;
    expect(removed).toEqual([`${path}/original.jpg`, `${path}/main.jpg`, `${path}/thumbnail.jpg`]);
  });
});

describe('bringing back a photo that was put away', () => {
  const restore = (photoId: string) => restorePhoto(world.context, organizationId, modelId, photoId);
  const putAway = (photoId: string) => deletePhoto(world.context, organizationId, modelId, photoId);

  test('the photo is active again with its rating, is counted once, and is not the favorite', async () => {
    await ratePhoto(world.context, organizationId, modelId, 'pho_2', {
      favorite: true,
      likedStatus: 'loved',
    });
    await putAway('pho_2');
    expect(await restore('pho_2')).toMatchObject({ status: 'active', likedStatus: 'loved' });
    expect(await restore('pho_2')).toMatchObject({ status: 'active' });
    expect(await idsWith('active')).toEqual(PHOTOS);
    const restored = await model();
    expect(restored).toMatchObject({ photoCount: 3, availableCount: 3 });
    expect(restored).not.toHaveProperty('favoritePhotoId');
  });

  test('an erased photo cannot be brought back', async () => {
    await erase('pho_1');
    await expect(restore('pho_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of bringing back and putting away a photo at once, the counts are right in the end', async () => {
    await putAway('pho_1');
    await Promise.allSettled([restore('pho_1'), putAway('pho_1'), restore('pho_1'), putAway('pho_1')]);
    const { availableCount } = await model();
    expect(availableCount).toBe((await idsWith('active')).length);
  });
});

describe('the favorite', () => {
  const rate = (rating: object) => ratePhoto(world.context, organizationId, modelId, 'pho_1', rating);
  const favorites = async () => {
    const { favorites } = await listFavorites(world.context, organizationId, { limit: 50, offset: 0 });
    for (const { member } of favorites) expect(member).toMatchObject({ name: '', teamId: '', teamName: '' });
    return favorites.map(({ photo }) => [photo.id, photo.likedStatus]);
  };

  test('is told once however often it is chosen, and listed until it is unset, put away or deleted', async () => {
    const [loved, chosen] = [{ likedStatus: 'loved' }, { favorite: true }];
    for (const rating of [{ ...chosen, ...loved }, { ...chosen, ...loved }, chosen]) await rate(rating);
    const events = await world.context.table.all<ModelEvent>(collections.events(organizationId, modelId));
    const told = events.flatMap(({ webhooks }) => webhooks.map(({ event }) => event));
    expect(told.filter((event) => event === 'model.favorite_selected')).toHaveLength(1);
    await rate({ likedStatus: 'liked' });
    // The id of a deleted team is shown as no team.
    const { memberId } = await model();
    const key = keys.member(organizationId, memberId);
    await world.context.table.write(bareUpdate(key, { set: { teamId: 'team_gone' } }));
    expect(await favorites()).toEqual([['pho_1', 'liked']]);
    const ofTeam = { teamId: 'team_gone', limit: 50, offset: 0 };
    expect((await listFavorites(world.context, organizationId, ofTeam)).favorites).toEqual([]);
    await world.context.table.write(bareUpdate(key, { remove: ['teamId'] }));
    expect(await listMembersOf(world.context, organizationId, 'finished', {})).toMatchObject({ count: 1 });
    await deletePhoto(world.context, organizationId, modelId, 'pho_2');
    await erase('pho_3');
    await rate(loved);
    expect(await favorites()).toEqual([['pho_1', 'loved']]);
    const ends = [
      () => rate({ favorite: false }),
      () => deletePhoto(world.context, organizationId, modelId, 'pho_1'),
      () => deleteModel(world.context, organizationId, modelId),
    ];
    for (const end of ends) {
      await restorePhoto(world.context, organizationId, modelId, 'pho_1');
      await rate(chosen);
      expect(await favorites()).toEqual([['pho_1', 'loved']]);
      await end();
      expect(await favorites()).toEqual([]);
    }
    await expect(rate(loved)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // Its photos and the record of the model are still there.
    expect(await model()).not.toHaveProperty('favoritePhotoId');
    expect([await idsWith('active'), await idsWith('deleted')]).toEqual([[], []]);
    await removeEverything(world.context, new MemoryImages(), { organizationId, modelId });
    expect(await world.context.table.all(collections.photos(organizationId, modelId))).toEqual([]);
  });
});

test('photos are downloaded in the order of the request, or not at all', async () => {
  const download = async (...ids: string[]) =>
    (await photosToDownload(world.context, await model(), ids)).map(({ id }) => id);
  expect(await download('pho_3', 'pho_1', 'pho_3')).toEqual(['pho_3', 'pho_1', 'pho_3']);
  await expect(download('pho_1', 'pho_x', 'pho_y')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    details: { photoIds: ['pho_x', 'pho_y'] },
  });
  await ratePhoto(world.context, organizationId, modelId, 'pho_2', { likedStatus: 'loved' });
  const loved = { limit: 50, offset: 0, status: 'active', likedStatus: 'loved' } as const;
  expect((await listPhotos(world.context, await model(), loved)).items).toMatchObject([{ id: 'pho_2' }]);
});

describe('the origins that may frame the page of a signedUrl', () => {
  const framing = (token: string) => frameOriginsOf(world.context, token);

  test('the settings of the organization in the token decide', async () => {
    const token = `hst.${organizationId}.mem_1.secret`;
    expect(await framing(token)).toBeNull();
    await changeSettings(world.context, organizationId, { frameOrigins: ['https://a.test'] });
    expect(await framing(token)).toEqual(['https://a.test']);
    await changeSettings(world.context, organizationId, { name: 'Renamed' });
    expect(await framing(token)).toEqual(['https://a.test']);
    await changeSettings(world.context, organizationId, { frameOrigins: null });
    expect(await framing(token)).toBeNull();
  });

  test.each([
    '',
    'x',
    'hst',
    'hst.org_unknown.mem.secret',
    `hst.org_${'0'.repeat(3000)}.mem.secret`,
    'hst..mem.s',
  ])('a token that names no organization, %j, may be framed by none', async (token) => {
    expect(await framing(token)).toEqual([]);
  });
});
