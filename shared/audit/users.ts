import type { DomainContext } from '../domain/context.ts';
import type { SignIn, User, UserCounts } from '../domain/user/user.ts';
import { collections, type IndexKey, type Key, keys, userIndexKey } from '../table/keys.ts';

/**
 * The counters must be those of the users, of whom one is an owner where there are any. Each user must hold its address
 * and be found by it, and each address must be held for a user who has it. Each sign-in must be that of a user.
 */
export async function auditUsers(context: DomainContext, organizationId: string): Promise<string[]> {
  const [users, addresses, signIns, counts] = await Promise.all([
    context.table.all<User & Partial<IndexKey>>(collections.users(organizationId)),
    context.table.all<Key & { userId: string }>(collections.userAddresses(organizationId)),
    context.table.all<SignIn>(collections.userSignIns(organizationId)),
    context.table.get<UserCounts>(keys.userCounts(organizationId)),
  ]);
  const violations: string[] = [];
  const owners = users.filter(({ role }) => role === 'owner').length;
  if (counts?.users !== users.length || counts.owners !== owners) {
    violations.push(
      `${users.length} users and ${owners} owners are counted as ${counts?.users} and ${counts?.owners}.`,
    );
  }
  if (users.length > 0 && owners === 0) violations.push('The organization has users, but no owner.');
  const holders = new Map(addresses.map(({ SK, userId }) => [SK, userId]));
  const keyOf = ({ email }: User) => keys.userAddress(organizationId, email).SK;
  for (const user of users) {
    if (holders.get(keyOf(user)) !== user.id)
      violations.push(`The address of ${user.id} is not held for it.`);
    const index = userIndexKey(user.email, organizationId);
    if (user.GSI1PK !== index.GSI1PK || user.GSI1SK !== index.GSI1SK) {
      violations.push(`Sign-in does not find ${user.id} by its address.`);
    }
  }
  const held = new Map(users.map((user) => [user.id, keyOf(user)]));
  for (const { SK, userId } of addresses) {
    if (held.get(userId) !== SK) violations.push(`An address is held for ${userId}, which has another one.`);
  }
  for (const { userId } of signIns) {
    if (!held.has(userId)) violations.push(`The sign-in of ${userId} is kept, who is no user.`);
  }
  return violations;
}
