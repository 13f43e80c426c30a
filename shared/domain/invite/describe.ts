import { distinct } from '../../contract/distinct.ts';
import type { InviteStatus } from '../../contract/invites.ts';
import { V1_INVITE_STATUS } from '../../contract/v1-invite-status.ts';
import { type ListFilter, lowestPositionAt } from '../../lists/change.ts';
import { type IndexedList, indexedPage, listReads, readAllItems } from '../../lists/list.ts';
import { ID_PREFIXES } from '../../platform/id.ts';
import { collections, keys } from '../../table/keys.ts';
import { type Pagination, pageOf } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { findMember, findMemberAt, type Member } from '../member/member.ts';
import { ACCESS_LIFETIME } from '../model/model.ts';
import { teamNames } from '../team/list.ts';
import { fittingResponse, type OptionalPage, pageOrWhole } from '../whole-list.ts';
import type { BulkResult } from './bulk.ts';
import {
  findInvite,
  findInviteTo,
  type Invite,
  inviteIdPrefix,
  inviteLink,
  inviteNotFound,
  validityOf,
} from './invite.ts';
import { keyOfStatus, storedStatusOf } from './list-key.ts';

/** An invite with its status. Status and team of a used invite are those of its member. */
export interface InviteView {
  invite: Invite;
  status: InviteStatus;
  member: Member | undefined;
  team: { id: string; name: string } | undefined;
}

/** The status of an invite at a time: an invite that has expired is revoked, even before it is closed. */
export function inviteStatusOf(invite: Invite, member: Member | undefined, now: number): InviteStatus {
  const stored = storedStatusOf(invite, member);
  return stored === 'pending' && validityOf(invite, now) !== 'pending' ? 'revoked' : stored;
}

/** @throws NOT_FOUND for an id that is not one of the organization's invites. */
export async function readInvite(
  context: DomainContext,
  organizationId: string,
  inviteId: string,
): Promise<InviteView> {
  return viewOne(context, await findInvite(context, organizationId, inviteId));
}

/** The newest of the invites sent to an address and that of the member who has it. @throws NOT_FOUND for none. */
export async function readInviteTo(
  context: DomainContext,
  organizationId: string,
  email: string,
): Promise<InviteView> {
  const [sent, used] = await Promise.all([
    findInviteTo(context, organizationId, email),
    findInviteOfMember(context, organizationId, email),
  ]);
  // The ids of invites sort by the time of creation.
  return viewOne(context, sent && used ? (sent.id > used.id ? sent : used) : (sent ?? used));
}

/** The invite of the member who has an address, which may have been sent to another one. */
async function findInviteOfMember(
  context: DomainContext,
  organizationId: string,
  email: string,
): Promise<Invite | undefined> {
  const member = await findMemberAt(context, organizationId, email);
  return member?.inviteId ? findInvite(context, organizationId, member.inviteId) : undefined;
}

export interface InviteList<Entry> {
  invites: Entry[];
  pagination: Pagination;
}

/** Invites newest first, of one status or of all. Without `limit` and `offset` the whole list. */
export async function listInvites(
  context: DomainContext,
  organizationId: string,
  request: OptionalPage & { status?: InviteStatus | undefined },
): Promise<InviteList<InviteView>> {
  const page = pageOrWhole(request);
  // One time for the whole list, so that the statuses it filters by are the statuses it shows.
  const now = context.clock.now();
  const list = inviteList(context, organizationId);
  const [indexed, names] = await Promise.all([
    indexedPage<Invite, MembersById>(list, inviteFilter(request.status, now), page, {
      readLinked: (links) => readMembers(context, organizationId, links.map(memberIdOf)),
    }),
    teamNames(context, organizationId),
  ]);
  const isWanted = ({ status }: InviteView) => request.status === undefined || status === request.status;
  if (indexed) {
    const members = await membersOf(context, organizationId, indexed.items, indexed.linked);
    const views = indexed.items.map((invite) => view(invite, members.get(invite.memberId ?? ''), names, now));
    return { invites: views.filter(isWanted), pagination: indexed.pagination };
  }
  const [invites, members] = await Promise.all([
    readAllItems<Invite>(list),
    context.table.all<Member>(collections.members(organizationId)),
  ]);
  const memberById = new Map(members.map((member) => [member.id, member]));
  const views = invites.map((invite) => view(invite, memberById.get(invite.memberId ?? ''), names, now));
  const { items, pagination } = pageOf(views.filter(isWanted), page);
  return { invites: items, pagination };
}

/** The reads with which a page of invites begins. */
export function inviteListReads(context: DomainContext, organizationId: string) {
  return [...listReads(inviteList(context, organizationId)), collections.teams(organizationId)];
}

function inviteList({ table }: DomainContext, organizationId: string): IndexedList {
  const prefix = inviteIdPrefix(organizationId);
  const collection = collections.invites(organizationId);
  const keyOf = (position: string) => keys.invite(organizationId, prefix + position);
  return { table, partition: collection.PK, kind: 'invite', collection, keyOf };
}

/** An invite that has expired is pending in the index until it is closed, and revoked to callers. */
function inviteFilter(status: InviteStatus | undefined, now: number): ListFilter {
  return {
    classes: status && new Set([keyOfStatus(status).class]),
    expiry: {
      before: lowestPositionAt(now - ACCESS_LIFETIME + 1),
      from: keyOfStatus('pending').class,
      to: keyOfStatus('revoked').class,
    },
  };
}

const memberIdOf = (link: string) => `${ID_PREFIXES.member}_${link}`;

/** Members by their ids; undefined for one who was erased. */
type MembersById = ReadonlyMap<string, Member | undefined>;

/** The members who have used invites, by id; `linked` are those whom the index names. */
async function membersOf(
  context: DomainContext,
  organizationId: string,
  invites: readonly Invite[],
  linked: MembersById = new Map(),
): Promise<MembersById> {
  const ids = invites.flatMap(({ memberId, erasedAt }) => (erasedAt ? [] : (memberId ?? [])));
  const missing = await readMembers(
    context,
    organizationId,
    ids.filter((id) => !linked.has(id)),
  );
  return new Map([...linked, ...missing]);
}

/** A whole list has so many members that queries of all of them cost less. */
const MEMBERS_BY_KEY_MAX = 1000;

async function readMembers(
  { table }: DomainContext,
  organizationId: string,
  memberIds: readonly string[],
): Promise<MembersById> {
  const ids = distinct(memberIds);
  const found =
    ids.length > MEMBERS_BY_KEY_MAX
      ? await table.all<Member>(collections.members(organizationId))
      : await table.getMany<Member>(ids.map((id) => keys.member(organizationId, id)));
  const members = new Map(found.flatMap((member) => (member ? [[member.id, member]] : [])));
  return new Map(ids.map((id) => [id, members.get(id)]));
}

/** The list as a caller sees it, cut to the size of one response. */
export function describeInvites<Entry>(
  { invites, pagination }: InviteList<InviteView>,
  describe: (view: InviteView) => Entry,
): InviteList<Entry> {
  const shown = fittingResponse(invites.map(describe));
  const hasMore = pagination.offset + shown.length < pagination.total;
  return { invites: shown, pagination: { ...pagination, hasMore } };
}

async function viewOne(context: DomainContext, invite: Invite | undefined): Promise<InviteView> {
  if (!invite) throw inviteNotFound();
  const { organizationId, memberId } = invite;
  const [member, names] = await Promise.all([
    memberId === undefined ? undefined : findMember(context, organizationId, memberId),
    teamNames(context, organizationId),
  ]);
  return view(invite, member, names, context.clock.now());
}

function view(
  invite: Invite,
  member: Member | undefined,
  names: ReadonlyMap<string, string>,
  now: number,
): InviteView {
  const teamId = member ? member.teamId : invite.teamId;
  // Members and invites keep the id of a deleted team. Without a name it is shown as no team.
  const name = teamId === undefined ? undefined : names.get(teamId);
  return {
    invite,
    status: inviteStatusOf(invite, member, now),
    member,
    team: teamId !== undefined && name !== undefined ? { id: teamId, name } : undefined,
  };
}

/** The name of an invited person: the member's, once there is one. */
export function nameIn(invite: Invite, member: Member | undefined): string | undefined {
  return member ? member.name : invite.name;
}

export function describeInvite({ invite, status, member, team }: InviteView, appUrl: string) {
  const modelId = invite.endedModelId ?? member?.modelId ?? member?.deletedModelId;
  const name = nameIn(invite, member);
  return {
    id: invite.id,
    email: invite.email,
    ...(name !== undefined && { name }),
    status,
    teamId: team?.id ?? null,
    teamName: team?.name ?? null,
    ...(modelId !== undefined && { modelId }),
    ...(status === 'pending' && { link: inviteLink(appUrl, invite.id) }),
    ...(invite.mailRefused && { mailRefused: invite.mailRefused }),
    ...(invite.mailedAt !== undefined && { mailedAt: invite.mailedAt }),
    createdAt: invite.createdAt,
    expiresAt: invite.expiresAt,
  };
}

/** An entry of v1's list. */
export function describeInviteV1({ invite, status, team }: InviteView, appUrl: string) {
  return {
    id: invite.id,
    email: invite.email,
    valid: status !== 'revoked' && invite.erasedAt === undefined,
    teamId: team?.id ?? null,
    createdAt: invite.createdAt,
    used: invite.status === 'used',
    link: inviteLink(appUrl, invite.id),
  };
}

/** The detail in v1. Once the invite is used, the address is that of the member. */
export function describeInviteDetailV1({ invite, status, member, team }: InviteView) {
  return {
    email: member?.email ?? invite.email,
    status: V1_INVITE_STATUS[status],
    teamId: team?.id ?? null,
  };
}

/** The response to sending several invites. */
export function describeBulk(results: readonly BulkResult[], appUrl: string) {
  const sent = results.filter((result) => 'invite' in result).length;
  return {
    message: `${sent} of ${results.length} invites ${sent === 1 ? 'was' : 'were'} sent.`,
    sent,
    results: results.map((result) => {
      const { email } = result;
      if ('invite' in result) {
        return {
          email,
          sent: true as const,
          id: result.invite.id,
          link: inviteLink(appUrl, result.invite.id),
        };
      }
      return { email, sent: false as const, code: result.code, error: result.error };
    }),
  };
}

/** The response to sending an invite. */
export function describeSentInvite(invite: Invite, appUrl: string) {
  return {
    input: { email: invite.email },
    message: `An invite was sent to ${invite.email}.`,
    link: inviteLink(appUrl, invite.id),
    id: invite.id,
    teamId: invite.teamId ?? null,
  };
}
