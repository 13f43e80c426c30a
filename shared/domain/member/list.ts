import type { ListedMember, MemberStatus } from '../../contract/team-member.ts';
import { collections } from '../../table/keys.ts';
import { listPage, type PageRequest } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { shownTeam, type TeamNames, teamNames } from '../team/team.ts';
import { fittingResponse, type OptionalPage, pageOrWhole } from '../whole-list.ts';
import { describeMember, type Member } from './member.ts';

/** A member of one status, as the list of that status alone shows it. */
export type MemberOf<Status extends MemberStatus> = Omit<Extract<ListedMember, { status: Status }>, 'status'>;

/** The status of a member, with the fields of the model that lists show for that status. */
function statusFields({ modelId, model }: Member) {
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

export function memberStatus(member: Member): MemberStatus {
  return statusFields(member).status;
}

export function listedMember(member: Member, names: TeamNames): ListedMember {
  return {
    ...describeMember(member),
    ...shownTeam(member.teamId, names),
    joinedAt: member.joinedAt,
    ...(member.consent && { consent: member.consent }),
    ...statusFields(member),
  };
}

/** Members newest first, of all statuses or of one. */
export async function listMembers(
  context: DomainContext,
  organizationId: string,
  request: PageRequest & { status?: MemberStatus | undefined },
) {
  const [page, names] = await Promise.all([
    listPage<Member>(
      context.table,
      collections.members(organizationId),
      request,
      (member) => request.status === undefined || memberStatus(member) === request.status,
    ),
    teamNames(context, organizationId),
  ]);
  return { members: page.items.map((member) => listedMember(member, names)), pagination: page.pagination };
}

/**
 * The members of one status, newest first, and their total number. Without limit and offset the list holds as
 * many as fit one response, 10,000 at most; pages return the others.
 */
export async function listMembersOf<Status extends MemberStatus>(
  context: DomainContext,
  organizationId: string,
  status: Status,
  request: OptionalPage,
): Promise<{ members: MemberOf<Status>[]; count: number }> {
  const page = { ...pageOrWhole(request), status };
  const { members, pagination } = await listMembers(context, organizationId, page);
  const shown = members
    .filter((member): member is Extract<ListedMember, { status: Status }> => member.status === status)
    .map(({ status: _, ...member }) => member);
  return { members: fittingResponse(shown), count: pagination.total };
}
