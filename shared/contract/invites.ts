import * as z from 'zod';
import { emailAddress, identifier, success, time } from './schemas.ts';

/** Shapes of invites that both generations of the interface share. */

export const INVITE_STATUSES = [
  'pending',
  'accepted',
  'uploading',
  'generating',
  'completed',
  'revoked',
  'deleted',
] as const;
export const inviteStatus = z.enum(INVITE_STATUSES);
export type InviteStatus = z.infer<typeof inviteStatus>;

export const inviteRecord = z.object({
  id: z.string(),
  email: z.string(),
  status: inviteStatus,
  teamId: z.string().nullable(),
  teamName: z.string().nullable(),
  modelId: z.string().optional(),
  link: z.url().optional(),
  createdAt: time,
  expiresAt: time,
});

/** The same states in the words of v1, which tells fewer of them apart. */
export const V1_INVITE_STATUS = {
  pending: 'pending-invite',
  accepted: 'waiting-for-upload',
  uploading: 'waiting-for-upload',
  generating: 'generating-headshots',
  completed: 'active',
  revoked: 'revoked',
  deleted: 'deleted',
} as const satisfies Record<InviteStatus, string>;

export const inviteToSend = z.object({ email: emailAddress, teamId: identifier.optional() });

export const sentInvite = z.object({
  success,
  input: z.object({ email: z.string() }),
  message: z.string(),
  link: z.url(),
  id: z.string(),
  teamId: z.string().nullable(),
});

/** Hundreds of invites sent at once all want the one balance: each waits for its turn, up to the API's own limit. */
export const SENDING = { timeoutSeconds: 29 } as const;

export const inviteToRevoke = z.object({ email: emailAddress });

export const revokedInvite = z.object({
  success,
  message: z.string(),
  input: z.object({ email: z.string() }),
});
