import { Problem } from '../../contract/errors.ts';
import { type Role, USERS_MAX } from '../../contract/roles.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { atLeast, atMost, equals } from '../../table/condition.ts';
import { ifStill, retryOnConflict } from '../../table/conflict.ts';
import { collections, type Key, keys } from '../../table/keys.ts';
import { onlyIf, remove, type Transaction, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { countUserInvitation } from '../organization/limits.ts';
import { requireMailable } from '../suppression/suppression.ts';
import { newTrailEntry, noticedWrites, noticeWrite, trailWrite } from '../trail/trail.ts';
import { userChangeWrite } from './change-mail.ts';
import { newUser } from './new-user.ts';
import { describeUser, readUser, type SignIn, type User } from './user.ts';

/**
 * Adds a user and has an invitation mailed, with a link to sign in.
 * @throws ALREADY_EXISTS when the organization has a user with the address, INVALID_REQUEST when it has as many users as
 *   it can, or when the address refuses mail, RATE_LIMIT_EXCEEDED beyond the invitations of an hour.
 */
export async function inviteUser(
  context: DomainContext,
  organizationId: string,
  input: Pick<User, 'email' | 'role'>,
): Promise<User> {
  await requireMailable(context, organizationId, input.email, 'Invite another address.');
  const taken = () => new Problem('ALREADY_EXISTS', `${input.email} is a user of the organization already.`);
  const { user, writes } = newUser(context, organizationId, input, taken);
  const invitation: Transaction = [
    ...writes,
    update(
      keys.userCounts(organizationId),
      { add: { users: 1, owners: user.role === 'owner' ? 1 : 0 } },
      onlyIf(
        atMost('users', USERS_MAX - 1),
        () =>
          new Problem(
            'INVALID_REQUEST',
            `The organization has ${USERS_MAX} users, the most: remove one first.`,
          ),
      ),
    ),
    ...(user.role === 'owner'
      ? noticedWrites(context, organizationId, 'user.invited', user.id)
      : [trailWrite(context, organizationId, 'user.invited', user.id)]),
  ];
  await countUserInvitation(context, organizationId, (count) => context.table.commit([count, ...invitation]));
  return user;
}

/** Changes a role, with effect on the next request and a mail. @throws NOT_FOUND, INVALID_REQUEST for the last owner. */
export async function changeRole(context: DomainContext, organizationId: string, userId: string, role: Role) {
  return retryOnConflict(async () => {
    const [user, signIn] = await Promise.all([
      readUser(context, organizationId, userId),
      context.table.get<SignIn>(keys.userSignIn(organizationId, userId)),
    ]);
    if (user.role !== role) {
      const entry = newTrailEntry(context, organizationId, 'user.role_changed', userId);
      await context.table.commit([
        update(keys.user(organizationId, userId), { set: { role } }, unchanged(user)),
        ...(user.role === 'owner' ? [ownerLostWrite(organizationId, 0)] : []),
        ...(role === 'owner' ? [update(keys.userCounts(organizationId), { add: { owners: 1 } })] : []),
        entry.write,
        ...(role === 'owner' ? [noticeWrite(context, organizationId, entry.entryId)] : []),
        userChangeWrite(context, user, entry.entryId, signIn, role),
      ]);
    }
    return describeUser({ ...user, role }, signIn);
  });
}

/** Removes a user with sessions and links; one who had signed in is told. @throws NOT_FOUND, INVALID_REQUEST for the last owner. */
export async function removeUser(
  context: DomainContext,
  organizationId: string,
  userId: string,
): Promise<void> {
  await retryOnConflict(async () => {
    const [user, signIn, tokens] = await allInOrder(
      readUser(context, organizationId, userId),
      context.table.get<SignIn>(keys.userSignIn(organizationId, userId)),
      context.table.all<Key>(collections.tokensOfUser(organizationId, userId)),
    );
    const entry = newTrailEntry(context, organizationId, 'user.removed', userId);
    await context.table.commit([
      remove(keys.user(organizationId, userId), unchanged(user)),
      remove(keys.userAddress(organizationId, user.email)),
      remove(keys.userSignIn(organizationId, userId)),
      user.role === 'owner'
        ? ownerLostWrite(organizationId, 1)
        : update(keys.userCounts(organizationId), { add: { users: -1 } }),
      entry.write,
      userChangeWrite(context, user, entry.entryId, signIn),
      ...tokens.slice(0, TOKENS_WITH_USER).map((token) => remove(token)),
    ]);
  });
}

/** Sessions and links to sign in that are removed with their user. Any others are of no use without the user, and expire. */
const TOKENS_WITH_USER = 50;

/** Holds while the user is as it was read. */
function unchanged({ id, role }: User) {
  return ifStill(equals('role', role), `${id} has changed.`);
}

/** Counts one owner less, and as many users less. Of concurrent changes, one fails rather than take the last owner. */
function ownerLostWrite(organizationId: string, users: 0 | 1): Write {
  return update(
    keys.userCounts(organizationId),
    { add: { users: -users, owners: -1 } },
    onlyIf(
      atLeast('owners', 2),
      () =>
        new Problem(
          'INVALID_REQUEST',
          "The organization's last owner cannot leave or change the role: make another user an owner first.",
        ),
    ),
  );
}
