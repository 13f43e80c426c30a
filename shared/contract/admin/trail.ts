import * as z from 'zod';
import { before, cursorOf, next } from '../cursor.ts';
import { endpoint } from '../endpoint.ts';
import { described, success, time } from '../fields.ts';
import { personIdentifier } from '../person.ts';
import { SAMPLE } from '../samples.ts';
import { pageQuery } from '../schemas.ts';
import { actor, trailAction, trailKind } from '../trail.ts';

const trailEntry = z.object({
  id: described(z.string(), 'The id of the entry.', SAMPLE.trailEntryId),
  action: described(trailAction, 'The action that was done.', 'key.created'),
  target: described(
    z.string().nullable(),
    'The id of the resource that was changed; null where it is the organization itself.',
    SAMPLE.keyId,
  ),
  targetName: described(
    z.string().nullable(),
    'The name of the resource, or the address of a person without one; null where it has none or no longer exists.',
    'Production',
  ),
  fields: described(
    z.array(z.string()),
    'The names of the settings that were changed, as requests have them; empty for other actions.',
    [],
  ),
  actor: described(
    z.object({
      kind: described(
        actor.shape.kind,
        'Who acted: a user, an API key, a member, an operator, or the service itself.',
        'key',
      ),
      id: described(
        z.string().nullable(),
        'The id of the user, API key or member; null for operators and the service.',
        SAMPLE.keyId,
      ),
      name: described(
        z.string().nullable(),
        'The name of the actor, or the address where there is none; null for operators, the service and those who no longer exist.',
        'Production',
      ),
    }),
    'The actor.',
  ),
  address: described(
    z.string().nullable(),
    'The network address of the request, of an IPv6 address its network; null without a request.',
    '203.0.113.7',
  ),
  createdAt: described(time, 'The time of the action.', SAMPLE.time),
});

export const listTrail = endpoint({
  operation: 'admin/trail/list-trail',
  summary:
    'The audit trail of the last year, newest first: who did what to what, when and from where, of all people and kinds or of one',
  method: 'GET',
  path: '/api/admin/audit',
  auth: 'userSession',
  role: 'owner',
  query: z.object({
    limit: pageQuery.limit,
    before: before(cursorOf('trl')),
    person: personIdentifier.optional(),
    kind: trailKind.optional(),
  }),
  response: z.object({
    success,
    entries: described(
      z.array(trailEntry),
      'The entries of the page. With a filter there may be fewer than `limit`, also none, on a page that is not the last.',
    ),
    next,
  }),
  permissions: ['table:query', 'table:get', 'table:get-many'],
});
