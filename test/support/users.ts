import type { Role } from '../../shared/contract/roles.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import { inviteUser } from '../../shared/domain/user/change.ts';
import { userTokenWrite } from '../../shared/domain/user/session.ts';
import type { SignIn, User } from '../../shared/domain/user/user.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import { keys } from '../../shared/table/keys.ts';
import { update } from '../../shared/table/transaction.ts';

/** The user who was created with an organization. @throws when it was created without an owner. */
export function firstUserOf({ firstUser }: { firstUser: User | undefined }): User {
  if (!firstUser) throw new Error('The organization was created without an owner.');
  return firstUser;
}

/** Has a user have signed in at some time. */
export async function hasSignedIn(context: DomainContext, user: User): Promise<void> {
  const signIn: SignIn = { userId: user.id, at: isoTime(context.clock.now()) };
  await context.table.commit([update(keys.userSignIn(user.organizationId, user.id), { set: { ...signIn } })]);
}

/** A new token of a user, without the mail that would bring it. With a session, the user has signed in. */
export async function userToken(
  context: DomainContext,
  user: User,
  purpose: 'signIn' | 'session' = 'session',
): Promise<string> {
  const { token, write } = userTokenWrite(context, purpose, user);
  await context.table.commit([write]);
  if (purpose === 'session') await hasSignedIn(context, user);
  return token;
}

/** Adds a user with a role, who is signed in. */
export async function signedInUser(
  context: DomainContext,
  organizationId: string,
  role: Role,
  email = `${role}-${context.newId('user').toLowerCase()}@users.test`,
): Promise<{ user: User; session: string }> {
  const user = await inviteUser(context, organizationId, { email, role });
  return { user, session: await userToken(context, user) };
}
