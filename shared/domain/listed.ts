import { listChange, positionOf } from '../lists/change.ts';
import { listedItems } from '../lists/writes.ts';
import { keys } from '../table/keys.ts';
import { type InviteMember, inviteKey, type StoredInvite } from './invite/list-key.ts';
import type { Member } from './member/member.ts';
import { memberKey } from './member/status.ts';
import { type ListedModel, type Model, modelKey, projectionOf } from './model/model.ts';

export const listedModels = listedItems<ListedModel & Pick<Model, 'id'>>(keys.model, (id, former, next) =>
  listChange('model', id, former && modelKey(former), next && modelKey(next)),
);

export type MemberFields = Pick<
  Member,
  'id' | 'teamId' | 'modelId' | 'model' | 'deletedModelId' | 'inviteId'
>;

/** The member of a model. The member's item holds the projection of the model, its team and its invite. */
export function memberOf(model: Model): MemberFields {
  const { memberId, teamId, inviteId } = model;
  return {
    id: memberId,
    modelId: model.id,
    model: projectionOf(model),
    ...(teamId !== undefined && { teamId }),
    ...(inviteId !== undefined && { inviteId }),
  };
}

/** The invite by which a member has joined shows the member's progress. */
export const listedMembers = listedItems<MemberFields>(keys.member, (id, former, next) => [
  ...listChange('member', id, former && memberKey(former), next && memberKey(next)),
  ...progressOfInvite(former, next),
]);

function progressOfInvite(former: MemberFields | undefined, next: MemberFields | undefined) {
  const inviteId = former?.inviteId;
  // A member who uses another invite changes the entry of that one, by closing it.
  if (inviteId === undefined || (next && next.inviteId !== inviteId)) return [];
  const invite = { status: 'used' } as const;
  return listChange('invite', inviteId, inviteKey(invite, former), inviteKey(invite, next));
}

interface InviteFields extends StoredInvite {
  id: string;
  memberId?: string;
  /** The member who uses it with this change. */
  member?: InviteMember;
}

export const listedInvites = listedItems<InviteFields>(keys.invite, (id, former, next) =>
  listChange('invite', id, former && inviteKey(former), next && inviteKey(next, next.member)).map(
    (change) => ({ ...change, link: next?.memberId && positionOf(next.memberId) }),
  ),
);
