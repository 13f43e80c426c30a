import * as z from 'zod';
import { CHANGES_BALANCE, endpoint } from '../endpoint.ts';
import { identifier, MEMBER_ID, memberId, message, success } from '../fields.ts';
import { READ_LIST, RECORDED_CHANGE } from '../permission-bundles.ts';
import { optionalPageQuery, pageQuery, pagination } from '../schemas.ts';
import { acceptedMember, finishedMember, listedMember, memberStatus, pendingMember } from '../team-member.ts';

/** These lists read all members of an organization. With more memory, Lambda provides more CPU. */
const capacity = { memoryMB: 1024, timeoutSeconds: 29 };

/** Without `limit` and `offset`, the list has every entry that fits into one answer. */
const wholeListQuery = z.object(optionalPageQuery);

const count = z.int().meta({ description: 'The number of entries in the list.', examples: [1] });

export const listMembers = endpoint({
  operation: 'v2/members/list-members',
  summary: 'Members of the organization with their status, newest first: by id, descending',
  method: 'GET',
  path: '/api/v2/organization/team',
  auth: 'apiKey',
  role: 'viewer',
  query: z.object({ ...pageQuery, status: memberStatus.optional() }),
  response: z.object({ success, members: z.array(listedMember), pagination }),
  errors: [],
  permissions: READ_LIST,
  capacity,
});

export const listAcceptedMembers = endpoint({
  operation: 'v2/members/list-accepted-members',
  summary: 'Members who have signed up but not started to upload photos, newest first: by id, descending',
  method: 'GET',
  path: '/api/v2/organization/team/accepted',
  auth: 'apiKey',
  role: 'viewer',
  query: wholeListQuery,
  response: z.object({ success, members: z.array(acceptedMember), count }),
  errors: [],
  permissions: READ_LIST,
  capacity,
});

export const listPendingMembers = endpoint({
  operation: 'v2/members/list-pending-members',
  summary:
    'Members who are uploading photos or whose headshots are being generated, newest first: by id, descending',
  method: 'GET',
  path: '/api/v2/organization/team/pending',
  auth: 'apiKey',
  role: 'viewer',
  query: wholeListQuery,
  response: z.object({ success, members: z.array(pendingMember), count }),
  errors: [],
  permissions: READ_LIST,
  capacity,
});

export const listFinishedMembers = endpoint({
  operation: 'v2/members/list-finished-members',
  summary: 'Members whose headshots are ready, newest first: by id, descending',
  method: 'GET',
  path: '/api/v2/organization/team/finished',
  auth: 'apiKey',
  role: 'viewer',
  query: wholeListQuery,
  response: z.object({ success, members: z.array(finishedMember), count }),
  errors: [],
  permissions: READ_LIST,
  capacity,
});

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
