import * as z from 'zod';
import { modelStatus, time } from './schemas.ts';

/** Members as lists show them. Strict: which fields are absent is part of the interface. */

export const MEMBER_STATUSES = ['accepted', 'pending', 'finished'] as const;
export const memberStatus = z.enum(MEMBER_STATUSES);
export type MemberStatus = z.infer<typeof memberStatus>;

export const acceptedMember = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  teamId: z.string().nullable(),
  teamName: z.string().nullable(),
  joinedAt: time,
});

export const pendingMember = acceptedMember.extend({ modelId: z.string(), modelStatus });

export const finishedMember = pendingMember.extend({
  photoCount: z.int(),
  hasFavorite: z.boolean(),
  finishedAt: time,
});

export const listedMember = z.discriminatedUnion('status', [
  acceptedMember.extend({ status: z.literal('accepted') }),
  pendingMember.extend({ status: z.literal('pending') }),
  finishedMember.extend({ status: z.literal('finished') }),
]);
export type ListedMember = z.infer<typeof listedMember>;
