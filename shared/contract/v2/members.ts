import * as z from 'zod';
import { CHANGES_BALANCE, endpoint } from '../endpoint.ts';
import { described, identifier, MEMBER_ID, memberId, message, success } from '../fields.ts';
import { READ_LIST, RECORDED_CHANGE } from '../permission-bundles.ts';
import { optionalPageQuery, pageQuery, pagination } from '../schemas.ts';
import {
  acceptedMember,
  finishedMember,
  listedMember,
  type MemberStatus,
  memberStatus,
  pendingMember,
} from '../team-member.ts';

/** These lists read all members of an organization. With more memory, Lambda provides more CPU. */
const capacity = { memoryMB: 1024, timeoutSeconds: 29 };

export const listMembers = endpoint({
  operation: 'v2/members/list-members',
  summary: 'Members of the organization with their status, newest first: by id, descending',
  method: 'GET',
  path: '/api/v2/organization/team',
  auth: 'apiKey',
  role: 'viewer',
  query: z.object({ ...pageQuery, status: memberStatus.optional() }),
  response: z.object({ success, members: z.array(listedMember), pagination }),
  permissions: READ_LIST,
  capacity,
});

/** Lists the members of one status. Without `limit` and `offset`, the answer has as many as fit. */
function listOf<const Status extends MemberStatus, Member extends z.ZodType>(
  status: Status,
  summary: string,
  member: Member,
) {
  return endpoint({
    operation: `v2/members/list-${status}-members`,
    summary,
    method: 'GET',
    path: `/api/v2/organization/team/${status}`,
    auth: 'apiKey',
    role: 'viewer',
    query: z.object(optionalPageQuery),
    response: z.object({
      success,
      members: z.array(member),
      count: described(z.int(), 'The number of entries in the list.', 1),
    }),
    permissions: READ_LIST,
    capacity,
  });
}

export const listAcceptedMembers = listOf(
  'accepted',
  'Members who have signed up but not started to upload photos, newest first: by id, descending',
  acceptedMember,
);
export const listPendingMembers = listOf(
  'pending',
  'Members who are uploading photos or whose headshots are being generated, newest first: by id, descending',
  pendingMember,
);
export const listFinishedMembers = listOf(
  'finished',
  'Members whose headshots are ready, newest first: by id, descending',
  finishedMember,
);

export const eraseMember = endpoint({
  operation: 'v2/members/erase-member',
  summary: 'Erases a member with all data: model, images, address, invites; irreversible',
  method: 'DELETE',
  path: '/api/v2/organization/team/{memberId}',
  auth: 'apiKey',
  role: 'manager',
  params: z.object({ memberId: identifier.meta(MEMBER_ID) }),
  response: z.object({ success, message: message('Everything about the member is being erased.'), memberId }),
  errors: ['NOT_FOUND'],
  permissions: RECORDED_CHANGE,
  capacity: CHANGES_BALANCE,
});
