import type { InviteStatus } from '../../contract/invites.ts';
import type { ModelStatus } from '../../contract/schemas.ts';
import { INVITE_STATUSES } from '../../contract/statuses.ts';
import type { FilterKey } from '../../lists/change.ts';
import type { Member } from '../member/member.ts';

const STATUS_OF_MODEL: Readonly<Record<ModelStatus, InviteStatus>> = {
  onboarding: 'uploading',
  waiting: 'generating',
  pending: 'generating',
  generatingHeadshots: 'generating',
  failed: 'generating',
  active: 'completed',
  deleted: 'deleted',
};

/** The fields of an invite that its status follows from. */
export interface StoredInvite {
  status: 'pending' | 'used' | 'revoked' | 'expired';
  endedModelId?: string;
  erasedAt?: string;
}

export type InviteMember = Pick<Member, 'model' | 'deletedModelId'>;

/** The status of an invite by what is stored: an expired one is pending until it is closed. An erased member is absent. */
export function storedStatusOf(invite: StoredInvite, member: InviteMember | undefined): InviteStatus {
  if (invite.erasedAt !== undefined) return 'deleted';
  if (invite.status === 'pending') return 'pending';
  if (invite.status !== 'used') return 'revoked';
  if (invite.endedModelId !== undefined || !member) return 'deleted';
  if (member.model) return STATUS_OF_MODEL[member.model.status];
  return member.deletedModelId === undefined ? 'accepted' : 'deleted';
}

/** The key of an invite in its list. Invites are not filtered by team. Stored indexes hold the numbers of statuses. */
export function inviteKey(invite: StoredInvite, member?: InviteMember): FilterKey {
  return keyOfStatus(storedStatusOf(invite, member));
}

export function keyOfStatus(status: InviteStatus): FilterKey {
  return { class: INVITE_STATUSES.indexOf(status) };
}
