import { expect, test } from 'vitest';
import { listFavorites } from '../../../shared/domain/photo/favorites.ts';
import { listPhotos, type Photo, photosToDownload } from '../../../shared/domain/photo/photo.ts';
import { createTeam } from '../../../shared/domain/team/change.ts';
import { isoTime } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const world = inviteWorld();

const photoWrite = (organizationId: string, modelId: string, fields: Partial<Photo> & { id: string }) =>
  put({
    ...keys.photo(organizationId, modelId, fields.id),
    ...{
      modelId,
      organizationId,
      status: 'active',
      likedStatus: 'none',
      run: 1,
      madeBy: 'generated',
      createdAt: isoTime(0),
    },
    ...fields,
  });

test('photos are listed by the time of creation and then by their ids, latest first', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization();
  const model = { ...(await world.newModel(organizationId)), status: 'active' as const };
  const created = { pho_1: 3, pho_2: 1, pho_3: 2, pho_4: 1 };
  await context.table.commit(
    Object.entries(created).map(([id, time]) =>
      photoWrite(organizationId, model.id, { id, createdAt: isoTime(time) }),
    ),
  );
  // One that was put away is neither listed nor downloaded.
  await context.table.commit([photoWrite(organizationId, model.id, { id: 'pho_5', status: 'deleted' })]);
  const ids = async (limit: number, offset: number) => {
    const page = await listPhotos(context, model, { limit, offset, status: 'active' });
    return [page.items.map(({ id }) => id), page.pagination.hasMore];
  };
  expect(await ids(50, 0)).toEqual([['pho_1', 'pho_3', 'pho_4', 'pho_2'], false]);
  expect(await ids(2, 1)).toEqual([['pho_3', 'pho_4'], true]);
  const downloads = await photosToDownload(context, model, undefined);
  expect(downloads.map(({ id }) => id)).toEqual(['pho_1', 'pho_3', 'pho_4', 'pho_2']);
});

test('photos are listed by their likeness, and last those that were not measured', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization();
  const model = { ...(await world.newModel(organizationId)), status: 'active' as const };
  const likeness = { pho_1: 0.7, pho_2: undefined, pho_3: 0.9, pho_4: 0.7, pho_5: 0 };
  await context.table.commit(
    Object.entries(likeness).map(([id, each]) =>
      photoWrite(organizationId, model.id, { id, ...(each !== undefined && { likeness: each }) }),
    ),
  );
  const page = await listPhotos(context, model, { limit: 50, offset: 0, status: 'active', sort: 'likeness' });
  expect(page.items.map(({ id }) => id)).toEqual(['pho_3', 'pho_4', 'pho_1', 'pho_5', 'pho_2']);
});

test('favorites can be filtered by their rating and by team, and the total counts the filtered ones', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization();
  const { id: teamId } = await createTeam(context, organizationId, 'Sales');
  const memberIds: string[] = [];
  for (const likedStatus of ['loved', 'liked', 'loved'] as const) {
    const { id, memberId } = await world.newModel(organizationId);
    const finishedAt = isoTime(1);
    const projection = {
      status: 'active',
      photoCount: 1,
      finishedAt,
      favoritePhotoId: `pho_${id}`,
      favoriteLikedStatus: likedStatus,
    };
    await context.table.commit([
      bareUpdate(keys.member(organizationId, memberId), {
        set: { model: projection, ...(likedStatus === 'liked' && { teamId }) },
      }),
      photoWrite(organizationId, id, { id: `pho_${id}`, likedStatus }),
    ]);
    if (likedStatus === 'loved') memberIds.push(memberId);
  }
  const loved = await listFavorites(context, organizationId, { limit: 1, offset: 1, likedStatus: 'loved' });
  expect(loved.pagination).toEqual({ total: 2, limit: 1, offset: 1, hasMore: false });
  expect(loved.favorites.map(({ member }) => member.id)).toEqual([memberIds.toSorted()[0]]);
  const all = await listFavorites(context, organizationId, { limit: 50, offset: 0 });
  expect(all.pagination.total).toBe(3);
  const inTeam = await listFavorites(context, organizationId, { limit: 50, offset: 0, teamId });
  expect(inTeam.favorites).toMatchObject([
    { photo: { likedStatus: 'liked' }, member: { teamId, teamName: 'Sales' } },
  ]);
  expect(inTeam.pagination.total).toBe(1);
});
