import type { EndpointFacts } from '../contract/endpoint.ts';
import type { Permission } from '../contract/permissions.ts';

/** Permissions that have no effect outside the table, where every write waits until its request is allowed. */
const WITHOUT_OTHER_EFFECTS: ReadonlySet<Permission> = new Set([
  'table:get',
  'table:get-many',
  'table:query',
  'table:query-index',
  'table:put',
  'table:update',
  'table:delete',
  'table:delete-many',
  'table:check',
  'lists:note',
  'trail:append',
  'trail:scrub',
  'api-keys:create',
  'api-keys:delete',
  'users:create',
  'users:update',
  'users:delete',
  'user-sessions:create',
  'user-sessions:update',
  'user-sessions:delete',
  'member-sessions:create',
  'member-sessions:delete',
  'webhook-secrets:read',
  'webhook-secrets:update',
  'webhook-secret-key',
  'uploads:read',
  'incoming:write',
  'photo-links',
]);

/** Whether the handler of a contract may begin before its request has passed all checks. */
export function runsAhead({ permissions, callsPartners }: Facts): boolean {
  return !callsPartners && permissions.every((permission) => WITHOUT_OTHER_EFFECTS.has(permission));
}

type Facts = Pick<EndpointFacts, 'permissions' | 'callsPartners'>;
