import type { LikedStatus } from '../../contract/photo.ts';
import { collections, keys } from '../../table/keys.ts';
import { listPage, type PageRequest, type Pagination, pageOf } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { memberStatus } from '../member/list.ts';
import type { Member } from '../member/member.ts';
import { inTeam, shownTeam, type TeamNames, teamNames } from '../team/team.ts';
import type { Photo } from './photo.ts';

export interface Favorite {
  photo: Photo;
  /** All fields are strings; a missing one is empty. */
  member: { id: string; email: string; name: string; teamId: string; teamName: string };
}

/**
 * The favorites that members have chosen, of the newest member first. An unknown team has no members. A
 * filter by the rating reads all favorites, since only the photos hold it.
 */
export async function listFavorites(
  context: DomainContext,
  organizationId: string,
  request: PageRequest & { teamId?: string | undefined; likedStatus?: LikedStatus | undefined },
): Promise<{ favorites: Favorite[]; pagination: Pagination }> {
  const { likedStatus } = request;
  const names = await teamNames(context, organizationId);
  const { items, pagination } = await listPage<Member>(
    context.table,
    collections.members(organizationId),
    likedStatus === undefined ? request : WHOLE_LIST,
    (member) => favoriteKey(organizationId, member) !== undefined && inTeam(member, request.teamId, names),
  );
  const favorites = await favoritesOf(context, organizationId, items, names);
  if (likedStatus === undefined) return { favorites, pagination };
  const rated = favorites.filter(({ photo }) => photo.likedStatus === likedStatus);
  const page = pageOf(rated, request);
  return { favorites: page.items, pagination: page.pagination };
}

const WHOLE_LIST: PageRequest = { limit: Number.POSITIVE_INFINITY, offset: 0 };

async function favoritesOf(
  context: DomainContext,
  organizationId: string,
  members: readonly Member[],
  names: TeamNames,
): Promise<Favorite[]> {
  const photos = await context.table.getMany<Photo>(
    members.flatMap((member) => favoriteKey(organizationId, member) ?? []),
  );
  return members.flatMap((member, position) => {
    const photo = photos[position];
    // The photo was deleted after the member was read, and is no longer the favorite.
    if (photo?.status !== 'active') return [];
    const { teamId, teamName } = shownTeam(member.teamId, names);
    return {
      photo,
      member: {
        id: member.id,
        email: member.email,
        name: member.name ?? '',
        teamId: teamId ?? '',
        teamName: teamName ?? '',
      },
    };
  });
}

function favoriteKey(organizationId: string, member: Member) {
  const { modelId, model } = member;
  if (modelId === undefined || model?.favoritePhotoId === undefined) return undefined;
  if (memberStatus(member) !== 'finished') return undefined;
  return keys.photo(organizationId, modelId, model.favoritePhotoId);
}
