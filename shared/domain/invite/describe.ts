import type { InviteStatus } from '../../contract/invites.ts';
import type { ModelStatus } from '../../contract/schemas.ts';
import { V1_INVITE_STATUS } from '../../contract/v1-invite-status.ts';
import { collections, keys } from '../../table/keys.ts';
import { listPage, type Pagination } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { findMember, type Member } from '../member/member.ts';
import { teamNames } from '../team/team.ts';
import { fittingResponse, type OptionalPage, pageOrWhole } from '../whole-list.ts';
import type { BulkResult } from './bulk.ts';
import { findInvite, findInviteTo, type Invite, inviteLink, inviteNotFound, validityOf } from './invite.ts';

/** An invite with its status. Status and team of a used invite are those of its member. */
export interface InviteView {
  invite: Invite;
  status: InviteStatus;
  member: Member | undefined;
  team: { id: string; name: string } | undefined;
}

const STATUS_OF_MODEL: Readonly<Record<ModelStatus, InviteStatus>> = {
  onboarding: 'uploading',
  waiting: 'generating',
  pending: 'generating',
  generatingHeadshots: 'generating',
  failed: 'generating',
  active: 'completed',
  deleted: 'deleted',
};

export function inviteStatusOf(invite: Invite, member: Member | undefined, now: number): InviteStatus {
  if (invite.erasedAt !== undefined) return 'deleted';
  const validity = validityOf(invite, now);
  if (validity === 'pending') return 'pending';
  if (validity === 'not-valid') return 'revoked';
  if (invite.endedModelId !== undefined) return 'deleted';
  if (member?.model) return STATUS_OF_MODEL[member.model.status];
  return member?.deletedModelId === undefined ? 'accepted' : 'deleted';
}

/** @throws NOT_FOUND for an id that is not one of the organization's invites. */
export async function readInvite(
  context: DomainContext,
  organizationId: string,
  inviteId: string,
): Promise<InviteView> {
  return viewOne(context, await findInvite(context, organizationId, inviteId));
}

/**
 * The newest of the invites that were sent to an address and of the one whose member has it.
 * @throws NOT_FOUND when there is none.
 */
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
  const holder = await context.table.get<{ memberId?: string }>(keys.email(organizationId, email));
  const member =
    holder?.memberId === undefined ? undefined : await findMember(context, organizationId, holder.memberId);
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
  const [members, names] = await Promise.all([
    context.table.all<Member>(collections.members(organizationId)),
    teamNames(context, organizationId),
  ]);
  const memberById = new Map(members.map((member) => [member.id, member]));
  // One time for the whole list, so that the statuses it filters by are the statuses it shows.
  const now = context.clock.now();
  const viewOf = (invite: Invite) => view(invite, memberById.get(invite.memberId ?? ''), names, now);
  const { items, pagination } = await listPage<Invite>(
    context.table,
    collections.invites(organizationId),
    pageOrWhole(request),
    (invite) => request.status === undefined || viewOf(invite).status === request.status,
  );
  return { invites: items.map(viewOf), pagination };
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

export function describeInvite({ invite, status, member, team }: InviteView, appUrl: string) {
  const modelId = invite.endedModelId ?? member?.modelId ?? member?.deletedModelId;
  return {
    id: invite.id,
    email: invite.email,
    status,
    teamId: team?.id ?? null,
    teamName: team?.name ?? null,
    ...(modelId !== undefined && { modelId }),
    ...(status === 'pending' && { link: inviteLink(appUrl, invite.id) }),
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
