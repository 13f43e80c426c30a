/**
 * The roles of an organization's users, from the fewest rights to all of them. A role has the rights of those before it.
 * `viewer` reads. `manager` also changes people, models and photos. `owner` also changes users, keys, webhooks and settings.
 */
export const ROLES = ['viewer', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role has the rights of the role that an endpoint requires. */
export function includesRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}

/** The most users of an organization. Each of its owners is mailed about some changes. */
export const USERS_MAX = 50;
