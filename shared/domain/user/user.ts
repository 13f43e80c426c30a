import { Problem } from '../../contract/errors.ts';
import type { Language } from '../../contract/languages.ts';
import type { Role } from '../../contract/roles.ts';
import { collections, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';

/** A person who signs in to the admin area of an organization, with a user and a role of its own in each. */
export interface User {
  id: string;
  organizationId: string;
  email: string;
  role: Role;
  /** The time at which the user was invited, or created with the organization. ISO 8601. */
  invitedAt: string;
  /** The id of the user who sent the invitation; absent when an operator did. */
  invitedBy?: string;
}

/** The numbers of users of an organization. Every change of its users changes them in the same transaction. */
export interface UserCounts {
  users: number;
  owners: number;
}

/** The last sign-in of a user, and the language of mails. */
export interface SignIn {
  userId: string;
  /** ISO 8601. */
  at?: string;
  /** The language that the user has chosen on a page; absent for that of the organization. */
  language?: Language;
}

export function findUser(
  context: DomainContext,
  organizationId: string,
  userId: string,
): Promise<User | undefined> {
  return context.table.get<User>(keys.user(organizationId, userId));
}

/** @throws NOT_FOUND. */
export async function readUser(
  context: DomainContext,
  organizationId: string,
  userId: string,
): Promise<User> {
  const user = await findUser(context, organizationId, userId);
  if (!user) throw userNotFound();
  return user;
}

export function userNotFound(): Problem {
  return new Problem('NOT_FOUND', 'The user does not exist.');
}

/** The user of a session as the interface shows it. @throws NOT_FOUND. */
export async function showOwnUser(context: DomainContext, organizationId: string, userId: string) {
  const [user, signIn] = await Promise.all([
    readUser(context, organizationId, userId),
    context.table.get<SignIn>(keys.userSignIn(organizationId, userId)),
  ]);
  return describeOwnUser(user, signIn);
}

/** The users of an organization in the order of their invitations. */
export function usersOf(context: DomainContext, organizationId: string): Promise<User[]> {
  return context.table.all<User>(collections.users(organizationId));
}

/** The users of an organization as the interface shows them, in the order of their invitations. */
export async function listUsers(context: DomainContext, organizationId: string) {
  const [users, signIns] = await Promise.all([
    usersOf(context, organizationId),
    context.table.all<SignIn>(collections.userSignIns(organizationId)),
  ]);
  const byUser = new Map(signIns.map((signIn) => [signIn.userId, signIn]));
  return users.map((user) => describeUser(user, byUser.get(user.id)));
}

export function describeUser({ id, email, role, invitedAt, invitedBy }: User, signIn: SignIn | undefined) {
  return {
    id,
    email,
    role,
    invitedAt,
    invitedBy: invitedBy ?? null,
    lastSignInAt: signIn?.at ?? null,
  };
}

/** The user as the user itself sees it. */
export function describeOwnUser(user: User, signIn: SignIn | undefined) {
  return { ...describeUser(user, signIn), language: signIn?.language ?? null };
}
