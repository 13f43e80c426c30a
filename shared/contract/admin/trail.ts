import * as z from 'zod';
import { before, cursorOf, next } from '../cursor.ts';
import { endpoint } from '../endpoint.ts';
import { success, time } from '../fields.ts';
import { SAMPLE } from '../samples.ts';
import { pageQuery } from '../schemas.ts';
import { actor, trailAction } from '../trail.ts';

const trailEntry = z.object({
  id: z.string().meta({ description: 'The id of the entry.', examples: [SAMPLE.trailEntryId] }),
  action: trailAction.meta({ description: 'The action that was done.', examples: ['key.created'] }),
  target: z
    .string()
    .nullable()
    .meta({
      description: 'The id of the resource that was changed; null where it is the organization itself.',
      examples: [SAMPLE.keyId],
    }),
  actor: z
    .object({
      kind: actor.shape.kind.meta({
        description: 'Who acted: a user, an API key, a member, an operator, or the service itself.',
        examples: ['key'],
      }),
      id: z
        .string()
        .nullable()
        .meta({
          description: 'The id of the user, API key or member; null for operators and the service.',
          examples: [SAMPLE.keyId],
        }),
    })
    .meta({ description: 'The actor.' }),
  address: z
    .string()
    .nullable()
    .meta({
      description:
        'The network address of the request, of an IPv6 address its network; null without a request.',
      examples: ['203.0.113.7'],
    }),
  createdAt: time.meta({ description: 'The time of the action.', examples: [SAMPLE.time] }),
});

export const listTrail = endpoint({
  operation: 'admin/trail/list-trail',
  summary: 'The audit trail of the last year, newest first: who did what to what, when and from where',
  method: 'GET',
  path: '/api/admin/audit',
  auth: 'userSession',
  role: 'owner',
  query: z.object({
    limit: pageQuery.limit,
    before: before(cursorOf('trl')),
  }),
  response: z.object({
    success,
    entries: z.array(trailEntry).meta({ description: 'The entries of the page.' }),
    next,
  }),
  errors: [],
  permissions: ['table:query'],
});
