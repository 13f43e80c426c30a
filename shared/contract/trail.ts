import * as z from 'zod';
import { TRAIL_ACTIONS, TRAIL_KINDS, type TrailAction } from './trail-actions.ts';

/** Who acts: a user, an API key or a member by its id, an operator, or the service itself. */
export const actor = z.object({
  kind: z.enum(['user', 'key', 'member', 'operator', 'system']),
  id: z.string().optional(),
});
export type Actor = z.infer<typeof actor>;

export const trailAction = z.enum(Object.keys(TRAIL_ACTIONS) as [TrailAction, ...TrailAction[]]);

export const trailKind = z.enum(TRAIL_KINDS).meta({
  id: 'TrailKind',
  description:
    'The kind of the resources that actions are done to: the first part of the names of the actions.',
  examples: ['invite'],
});
export type TrailKind = z.infer<typeof trailKind>;
