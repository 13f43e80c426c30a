import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { described, success, teamIdentifier } from '../fields.ts';
import { inviteRecord } from '../invites.ts';
import { modelRecord } from '../model.ts';
import { READ_LIST } from '../permission-bundles.ts';
import { personIdentifier } from '../person.ts';
import { pageQuery, pagination } from '../schemas.ts';
import { listedMember, memberStatus } from '../team-member.ts';

const filters = { status: memberStatus.optional(), teamId: teamIdentifier.optional() };

const SEARCH_MAX_LENGTH = 200;
const CURSOR_MAX_LENGTH = 600;

export const listMembers = endpoint({
  operation: 'admin/members/list-members',
  summary: 'Members by status and team, newest first: by id, descending',
  method: 'GET',
  path: '/api/admin/members',
  auth: 'apiKey',
  role: 'viewer',
  query: z.object({ ...pageQuery, ...filters }),
  response: z.object({ success, members: z.array(listedMember), pagination }),
  permissions: READ_LIST,
});

export const getPerson = endpoint({
  operation: 'admin/members/get-person',
  summary: 'One person: the member, the latest invite and the model',
  method: 'GET',
  path: '/api/admin/people/{person}',
  auth: 'apiKey',
  role: 'viewer',
  params: z.object({ person: personIdentifier }),
  response: z.object({
    success,
    member: described(listedMember.nullable(), 'The member; null for someone who has not signed up.'),
    invite: described(
      inviteRecord
        .pick({
          email: true,
          name: true,
          status: true,
          mailRefused: true,
          mailedAt: true,
          createdAt: true,
          expiresAt: true,
        })
        .meta({ id: 'InviteOfPerson', description: 'An invite, without what lets its holder sign up.' })
        .nullable(),
      'The latest invite; null for a member of a white-label model.',
    ),
    model: described(modelRecord.nullable(), 'The model; null until there is one.'),
  }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:query'],
});

export const searchMembers = endpoint({
  operation: 'admin/members/search-members',
  summary: 'Members by the beginnings of words of their name or address',
  method: 'GET',
  path: '/api/admin/members/search',
  auth: 'apiKey',
  role: 'viewer',
  query: z.object({
    search: described(
      z.string().trim().min(1).max(SEARCH_MAX_LENGTH),
      'Beginnings of words, in any order. A member is found who has a word for each of them. Case and diacritics make no difference.',
      'anna mus',
    ),
    ...filters,
    limit: pageQuery.limit,
    cursor: described(
      z
        .string()
        .regex(/^[A-Za-z0-9_-]+$/, { error: "it must be the 'next' of an earlier answer" })
        .max(CURSOR_MAX_LENGTH),
      'The `next` of the previous page.',
    ).optional(),
  }),
  response: z.object({
    success,
    members: described(
      z.array(listedMember),
      'The members of the page. There may be fewer than `limit`, also none, on a page that is not the last.',
    ),
    next: described(z.string().nullable(), 'The `cursor` of the next page; null on the last page.', null),
  }),
  permissions: READ_LIST,
});
