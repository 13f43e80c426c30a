import type { LikedStatus } from '../../contract/photo.ts';
import type { ListFilter } from '../../lists/change.ts';
import type { PageRequest, Pagination } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { memberPage } from '../member/list.ts';
import type { Member } from '../member/member.ts';
import { classesOfFavorites, favoriteRating } from '../member/status.ts';
import { ofExistingTeam, shownTeam, type TeamNames, teamNames } from '../team/list.ts';
import type { Photo } from './photo.ts';

export interface Favorite {
  photo: Pick<Photo, 'id' | 'modelId' | 'organizationId' | 'likedStatus'>;
  /** All fields are strings; a missing one is empty. */
  member: { id: string; email: string; name: string; teamId: string; teamName: string };
}

/** The favorites that members have chosen, of the newest member first. An unknown team has no members. */
export async function listFavorites(
  context: DomainContext,
  organizationId: string,
  request: PageRequest & { teamId?: string | undefined; likedStatus?: LikedStatus | undefined },
): Promise<{ favorites: Favorite[]; pagination: Pagination }> {
  const { likedStatus, teamId, limit, offset } = request;
  const filter: ListFilter = { classes: classesOfFavorites(likedStatus), teamId };
  const [page, names] = await Promise.all([
    memberPage(context, organizationId, filter, { limit, offset }),
    teamNames(context, organizationId),
  ]);
  const { items, pagination } = ofExistingTeam(page, teamId, names);
  return { favorites: items.flatMap((member) => favoriteOf(organizationId, member, names)), pagination };
}

/** The member's item has all that is shown of the favorite, so that its photo need not be read. */
function favoriteOf(organizationId: string, member: Member, names: TeamNames): Favorite[] {
  const { id, email, name = '', modelId, model } = member;
  const likedStatus = favoriteRating(model);
  if (modelId === undefined || model?.favoritePhotoId === undefined || likedStatus === undefined) return [];
  const { teamId, teamName } = shownTeam(member.teamId, names);
  return [
    {
      photo: { id: model.favoritePhotoId, modelId, organizationId, likedStatus },
      member: { id, email, name, teamId: teamId ?? '', teamName: teamName ?? '' },
    },
  ];
}
