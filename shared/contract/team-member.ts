import * as z from 'zod';
import { givenConsent } from './consent.ts';
import {
  availableCount,
  described,
  email,
  hasFavorite,
  memberId,
  memberNameOrNull,
  modelId,
  photoCount,
  teamIdOrNull,
  teamNameOrNull,
  time,
} from './fields.ts';
import { SAMPLE } from './samples.ts';
import { modelStatus } from './schemas.ts';
import { MEMBER_STATUSES } from './statuses.ts';

/** Members in lists. The schemas are strict, because the absence of fields is part of the API. */

export const memberStatus = z.enum(MEMBER_STATUSES).meta({
  id: 'MemberStatus',
  description:
    'accepted: the member has not started to upload. pending: the photos are being uploaded or the headshots generated. finished: the headshots are ready.',
  examples: ['finished'],
});
export type MemberStatus = z.infer<typeof memberStatus>;

export const acceptedMember = z
  .strictObject({
    id: memberId,
    email,
    name: memberNameOrNull,
    teamId: teamIdOrNull,
    teamName: teamNameOrNull,
    joinedAt: described(time, 'The time at which the member signed up.', SAMPLE.time),
    consent: givenConsent.optional(),
  })
  .meta({ id: 'AcceptedMember', description: 'A member who has not started to upload photos.' });

export const pendingMember = acceptedMember.extend({ modelId, modelStatus }).meta({
  id: 'PendingMember',
  description: 'A member whose photos are being uploaded or whose headshots are being generated.',
});

export const finishedMember = pendingMember
  .extend({
    photoCount,
    availableCount,
    hasFavorite,
    finishedAt: described(time, 'The time at which the photos were ready.', SAMPLE.time),
  })
  .meta({ id: 'FinishedMember', description: 'A member whose headshots are ready.' });

export const listedMember = z
  .discriminatedUnion('status', [
    acceptedMember.extend({ status: z.literal('accepted') }),
    pendingMember.extend({ status: z.literal('pending') }),
    finishedMember.extend({ status: z.literal('finished') }),
  ])
  .meta({
    id: 'Member',
    description:
      'A person who has signed up. The fields depend on the status; consent is present once the member has agreed.',
  });
export type ListedMember = z.infer<typeof listedMember>;
