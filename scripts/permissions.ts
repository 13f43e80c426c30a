import type { Endpoint } from '../shared/contract/endpoint.ts';
import { endpoints } from '../shared/contract/registry.ts';
import { includesRole, ROLES, type Role } from '../shared/contract/roles.ts';
import { scopeOf } from '../shared/contract/scopes.ts';

/** The path of the permission matrix, relative to the project. */
export const PERMISSIONS_FILE = 'docs/permissions.md';

const ABOUT: Readonly<Record<Role, string>> = {
  viewer:
    'sees people, models, photos, usage, settings and users, ends their own sessions, and can leave the organization',
  manager: 'also changes people, models and photos, and sees links by which people sign up',
  owner:
    'also changes users and settings, and sees and changes keys, webhooks, deliveries and the audit trail',
};

/** An operation that a user of an organization can call, with the least role that may. */
export interface Permitted {
  operation: string;
  request: string;
  role: Role;
  /** The scope that an API key needs; undefined where no API key is accepted. */
  scope: string | undefined;
}

/**
 * The operations that users call, ordered by their names.
 * @throws for a contract that accepts a user's session and declares no role.
 */
export function permittedOperations(): Permitted[] {
  // The exports of a module have no fixed order.
  const ordered = endpoints.toSorted((one, other) => one.operation.localeCompare(other.operation, 'en'));
  return ordered.filter(acceptsUsers).map((endpoint) => {
    const { operation, method, path, role, auth } = endpoint;
    if (role === undefined) throw new Error(`${operation} accepts users and declares no role: declare one.`);
    return {
      operation,
      request: `${method} ${path}`,
      role,
      scope: auth === 'apiKey' ? scopeOf(endpoint) : undefined,
    };
  });
}

function acceptsUsers({ auth }: Endpoint): boolean {
  return auth === 'apiKey' || auth === 'userSession';
}

/** The text of docs/permissions.md, generated from the contracts. */
export function permissionsText(): string {
  const header = ['Area', 'Requests', ...ROLES, 'Scope of an API key'];
  const areaOf = ({ operation }: Permitted) => operation.slice(0, operation.lastIndexOf('/'));
  const groups = Map.groupBy(permittedOperations(), (each) => `${areaOf(each)} ${each.role} ${each.scope}`);
  const rows = [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map((first) => [
        areaOf(first),
        group.map(({ request }) => `\`${request}\``).join('<br>'),
        ...ROLES.map((each) => (includesRole(each, first.role) ? 'yes' : 'no')),
        first.scope ?? '–',
      ]),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `# Permissions

The users of an organization sign in to the admin area by mail. Each has a role:

${ROLES.map((role) => `- **${role}** ${ABOUT[role]}.`).join('\n')}

The role is read for every request, so that a change holds from the next one on. A request beyond the role is answered 403
and changes nothing. The last owner can neither leave nor get another role. API keys have scopes instead of roles. They belong
to the organization: a user who is removed, or is no owner any more, may still know them until they are deleted.

This table is generated from the contracts by \`npm run openapi\`; \`test/integration/permissions.test.ts\` tests each request.

${[line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')}

Operations on sessions and invites answer by role. An owner lists and ends the sessions of all users, any other user only their
own. An invite that a viewer, a test key or a key
without invites:write reads has no link, and a hash in place of its id, because both let their holder sign up.
`;
}
