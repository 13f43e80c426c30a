import type { InviteStatus } from './invites.ts';

/** The status of an invite in v1, which distinguishes fewer of them. */
export const V1_INVITE_STATUS = {
  pending: 'pending-invite',
  accepted: 'waiting-for-upload',
  uploading: 'waiting-for-upload',
  generating: 'generating-headshots',
  completed: 'active',
  revoked: 'revoked',
  deleted: 'deleted',
} as const satisfies Record<InviteStatus, string>;
