import type { LikedStatus } from '../../contract/photo.ts';
import { MEMBER_STATUSES } from '../../contract/statuses.ts';
import type { MemberStatus } from '../../contract/team-member.ts';
import type { FilterKey } from '../../lists/change.ts';
import type { Member } from './member.ts';

type MemberModel = Pick<Member, 'modelId' | 'model'>;

/** The status of a member, with the fields of the model that lists show for that status. */
export function statusFields({ modelId, model }: MemberModel) {
  if (modelId === undefined || model === undefined || model.status === 'deleted') {
    return { status: 'accepted' as const };
  }
  const withModel = { modelId, modelStatus: model.status };
  if (model.status !== 'active' || model.finishedAt === null) {
    return { status: 'pending' as const, ...withModel };
  }
  return {
    status: 'finished' as const,
    ...withModel,
    photoCount: model.photoCount,
    availableCount: model.availableCount,
    hasFavorite: model.favoritePhotoId !== undefined,
    finishedAt: model.finishedAt,
  };
}

export function memberStatus(member: MemberModel): MemberStatus {
  return statusFields(member).status;
}

/** Classes of members: statuses, and ratings of favorites. Stored as numbers, so new ones are added at the end. */
const RATINGS: readonly LikedStatus[] = ['none', 'liked', 'loved'];
const CLASS_OF_STATUS: Readonly<Record<MemberStatus, number>> = { accepted: 0, pending: 1, finished: 2 };
const FIRST_RATING = MEMBER_STATUSES.length;

export function memberKey(member: MemberModel & { teamId?: string | undefined }): FilterKey {
  const { model, teamId } = member;
  const rating = memberStatus(member) === 'finished' ? favoriteRating(model) : undefined;
  const status = CLASS_OF_STATUS[memberStatus(member)];
  return { class: rating === undefined ? status : FIRST_RATING + RATINGS.indexOf(rating), teamId };
}

export function favoriteRating(model: Member['model']): LikedStatus | undefined {
  return model?.favoritePhotoId === undefined ? undefined : (model.favoriteLikedStatus ?? 'none');
}

export function classesOfStatus(status: MemberStatus): ReadonlySet<number> {
  return new Set([CLASS_OF_STATUS[status], ...(status === 'finished' ? classesOfFavorites(undefined) : [])]);
}

/** The classes of members with a favorite of a rating, or of any. */
export function classesOfFavorites(rating: LikedStatus | undefined): ReadonlySet<number> {
  const ratings = rating === undefined ? RATINGS : [rating];
  return new Set(ratings.map((each) => FIRST_RATING + RATINGS.indexOf(each)));
}
