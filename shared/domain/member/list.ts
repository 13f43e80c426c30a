import type { ListedMember, MemberStatus } from '../../contract/team-member.ts';
import type { ListFilter } from '../../lists/change.ts';
import { type IndexedList, listReads, pageReader } from '../../lists/list.ts';
import { ID_PREFIXES } from '../../platform/id.ts';
import { collections, keys } from '../../table/keys.ts';
import type { Page, PageRequest } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { ofExistingTeam, shownTeam, type TeamNames, teamNames } from '../team/list.ts';
import { fittingResponse, type OptionalPage, pageOrWhole } from '../whole-list.ts';
import { describeMember, type Member } from './member.ts';
import { classesOfStatus, memberKey, statusFields } from './status.ts';

/** A member of one status, as the list of that status alone shows it. */
export type MemberOf<Status extends MemberStatus> = Omit<Extract<ListedMember, { status: Status }>, 'status'>;

export function listedMember(member: Member, names: TeamNames): ListedMember {
  return {
    ...describeMember(member),
    ...shownTeam(member.teamId, names),
    joinedAt: member.joinedAt,
    ...(member.consent && { consent: member.consent }),
    ...statusFields(member),
  };
}

export function memberList({ table }: DomainContext, organizationId: string): IndexedList {
  const collection = collections.members(organizationId);
  const keyOf = (position: string) => keys.member(organizationId, `${ID_PREFIXES.member}_${position}`);
  return { table, partition: collection.PK, kind: 'member', collection, keyOf };
}

/** The reads with which a page of members begins. */
export function memberListReads(context: DomainContext, organizationId: string) {
  return [...listReads(memberList(context, organizationId)), collections.teams(organizationId)];
}

/** A page of members, newest first, by their keys in the list. */
export function memberPage(
  context: DomainContext,
  organizationId: string,
  filter: ListFilter,
  request: PageRequest,
): Promise<Page<Member>> {
  return pageReader<Member>(memberList(context, organizationId), memberKey)(filter, request);
}

/** Members newest first, of all statuses or of one, and of all teams or of one. */
export async function listMembers(
  context: DomainContext,
  organizationId: string,
  request: PageRequest & { status?: MemberStatus | undefined; teamId?: string | undefined },
) {
  const { status, teamId, limit, offset } = request;
  const filter: ListFilter = { classes: status && classesOfStatus(status), teamId };
  const [found, names] = await Promise.all([
    memberPage(context, organizationId, filter, { limit, offset }),
    teamNames(context, organizationId),
  ]);
  const page = ofExistingTeam(found, teamId, names);
  return { members: page.items.map((member) => listedMember(member, names)), pagination: page.pagination };
}

/** The members of one status, newest first, with their total. Without a page as many as fit, 10,000 at most. */
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
