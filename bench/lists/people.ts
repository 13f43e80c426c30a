import type { DomainContext } from '../../shared/domain/context.ts';
import type { Member } from '../../shared/domain/member/member.ts';
import { memberKey } from '../../shared/domain/member/status.ts';
import { newModel } from '../../shared/domain/model/create.ts';
import { type Model, modelKey, projectionOf } from '../../shared/domain/model/model.ts';
import type { Organization } from '../../shared/domain/organization/organization.ts';
import { type ListChange, listChange } from '../../shared/lists/change.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import { keys } from '../../shared/table/keys.ts';
import type { StoredItem } from '../../shared/table/transaction.ts';

export interface Person {
  items: StoredItem[];
  /** The person's entries in the log of list changes. */
  changes: ListChange[];
}

/** A member with a model. Of 1,000 people 1 has a model that has failed, 99 one in onboarding, and 90 a favorite. */
export function person(
  context: DomainContext,
  organization: Organization,
  number: number,
  teams: readonly string[],
): Person {
  const member: Member = {
    id: context.newId('member'),
    email: `person-${number}@people.example`,
    name: `Person Number ${number}`,
    anonymous: false,
    joinedAt: isoTime(context.clock.now()),
    ...teamOf(number, teams),
  };
  const finishedAt = isoTime(context.clock.now());
  const place = number % 1000;
  const model: Model = {
    ...newModel(context, organization, member, { isDevelopment: false }),
    ...(place === 500
      ? { status: 'failed' as const }
      : place % 10 !== 9
        ? { status: 'active' as const, photoCount: 40, availableCount: 40, finishedAt }
        : {}),
    ...(place % 10 === 1 && {
      favoritePhotoId: context.newId('photo'),
      favoriteLikedStatus: 'loved' as const,
    }),
  };
  Object.assign(member, { modelId: model.id, model: projectionOf(model) });
  return {
    items: [
      { ...keys.member(organization.id, member.id), ...member },
      { ...keys.email(organization.id, member.email), memberId: member.id },
      { ...keys.model(organization.id, model.id), ...model },
    ],
    changes: [
      ...listChange('model', model.id, undefined, modelKey(model)),
      ...listChange('member', member.id, undefined, memberKey(member)),
    ],
  };
}

function teamOf(number: number, teams: readonly string[]): { teamId?: string } {
  const teamId = teams[number % (teams.length + 1)];
  return teamId === undefined ? {} : { teamId };
}
