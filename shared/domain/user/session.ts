import { Problem } from '../../contract/errors.ts';
import type { Role } from '../../contract/roles.ts';
import { DAY, epochSeconds, HOUR, isoTime, MINUTE } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { equals, exists } from '../../table/condition.ts';
import { collections, type Key, keys, sha256 } from '../../table/keys.ts';
import { check, put, remove, update, type Write } from '../../table/transaction.ts';
import { actingAs, type DomainContext } from '../context.ts';
import { findOrganization, type Organization } from '../organization/organization.ts';
import { SECRET_LENGTH, TokenFormat } from '../token.ts';
import { noticedWrites, trailWrite } from '../trail/trail.ts';
import { findUser, type SignIn, type User } from './user.ts';

/**
 * The purpose of a token: the link to sign in that a person has asked for, the one in the mail of an invitation, or a
 * session. A session is never accepted as a link, nor a link as a session.
 */
type Purpose = 'signIn' | 'invitation' | 'session';

const LIFETIME: Readonly<Record<Purpose, number>> = {
  signIn: 15 * MINUTE,
  invitation: 3 * DAY,
  session: 12 * HOUR,
};

const LINK = new TokenFormat('hot', ['organization', 'user']);
const SESSION = new TokenFormat('hos', ['organization', 'user']);

interface TokenRecord {
  /** Identifies a session in lists and in the audit trail. It is no credential. */
  id: string;
  purpose: Purpose;
  userId: string;
  createdAt: string;
  /** The network address from which the session was opened. */
  address?: string;
  expiresAt: string;
  expiresAtSeconds: number;
}

/** The user of a session, with the role that the user has at present. */
export interface UserSession {
  organizationId: string;
  sessionId: string;
  userId: string;
  role: Role;
}

/** A new token, and the write that stores the hash of its secret in the organization's own partition. */
export function userTokenWrite(
  context: DomainContext,
  purpose: Purpose,
  { organizationId, id: userId }: Pick<User, 'organizationId' | 'id'>,
): { id: string; token: string; expiresAt: string; write: Write } {
  const secret = randomBase62(context.randomness, SECRET_LENGTH);
  const now = context.clock.now();
  const expires = now + LIFETIME[purpose];
  const id = context.newId('session');
  const record: TokenRecord = {
    id,
    purpose,
    userId,
    createdAt: isoTime(now),
    expiresAt: isoTime(expires),
    expiresAtSeconds: epochSeconds(expires),
    ...(purpose === 'session' && context.address !== undefined && { address: context.address }),
  };
  return {
    id,
    token: (purpose === 'session' ? SESSION : LINK).join(organizationId, userId, secret),
    expiresAt: record.expiresAt,
    write: put({ ...keys.userToken(organizationId, userId, sha256(secret)), ...record }),
  };
}

/**
 * Exchanges the token of a link to sign in for a session, once.
 * @throws UNAUTHORIZED for a token that is unknown, used or expired, or whose user was removed.
 */
export async function openUserSession(
  context: DomainContext,
  token: string,
): Promise<{ session: string; expiresAt: string; organization: Organization }> {
  const named = namedBy(LINK, token);
  if (!named) throw invalidLink();
  const { organizationId, userId, key } = named;
  const [link, user, organization] = await Promise.all([
    context.table.get<TokenRecord>(key),
    findUser(context, organizationId, userId),
    findOrganization(context, organizationId),
  ]);
  const now = context.clock.now();
  if (!link || link.purpose === 'session' || Date.parse(link.expiresAt) <= now) throw invalidLink();
  if (!user || !organization) throw invalidLink();
  const opened = userTokenWrite(context, 'session', user);
  const signIn = { userId, at: isoTime(now) } satisfies SignIn;
  await context.table.commit([
    remove(key, { condition: equals('purpose', link.purpose), onConditionFailed: invalidLink }),
    // Otherwise the sign-in of a user who is removed meanwhile would be kept for good.
    check(keys.user(organizationId, userId), { condition: exists, onConditionFailed: invalidLink }),
    opened.write,
    update(keys.userSignIn(organizationId, userId), { set: signIn }),
    ...noticedWrites(
      actingAs(context, { actor: { kind: 'user', id: userId } }),
      organizationId,
      'user.signed_in',
      opened.id,
    ),
  ]);
  return { session: opened.token, expiresAt: opened.expiresAt, organization };
}

/** The user of a session; undefined when the session is unknown or has expired, or the user was removed. */
export async function findUserSession(
  context: DomainContext,
  token: string,
): Promise<UserSession | undefined> {
  const named = namedBy(SESSION, token);
  if (!named) return undefined;
  const { organizationId, userId, key } = named;
  const [session, user] = await Promise.all([
    context.table.get<TokenRecord>(key),
    findUser(context, organizationId, userId),
  ]);
  if (!user || session?.purpose !== 'session') return undefined;
  if (Date.parse(session.expiresAt) <= context.clock.now()) return undefined;
  return { organizationId, sessionId: session.id, userId, role: user.role };
}

/** The sessions that have not expired, the newest first: an owner's are those of all users. */
export async function listUserSessions(context: DomainContext, caller: UserSession) {
  const sessions = await liveSessions(context, caller);
  return sessions
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .map(({ id, userId, createdAt, expiresAt, address }) => ({
      id,
      userId,
      current: id === caller.sessionId,
      address: address ?? null,
      createdAt,
      expiresAt,
    }));
}

/**
 * Ends a session, with effect on the next request. An owner can end those of all users.
 * @throws NOT_FOUND when there is no such session, or the caller may not see it.
 */
export async function endUserSession(
  context: DomainContext,
  caller: UserSession,
  sessionId: string,
): Promise<void> {
  const unknown = () => new Problem('NOT_FOUND', 'The session does not exist, or has ended.');
  const session = (await liveSessions(context, caller)).find(({ id }) => id === sessionId);
  if (!session) throw unknown();
  await context.table.commit([
    remove(session, { condition: exists, onConditionFailed: unknown }),
    trailWrite(context, caller.organizationId, 'user.signed_out', sessionId),
  ]);
}

async function liveSessions(context: DomainContext, { organizationId, userId, role }: UserSession) {
  const tokens = await context.table.all<TokenRecord & Key>(
    role === 'owner'
      ? collections.userTokens(organizationId)
      : collections.tokensOfUser(organizationId, userId),
  );
  const now = context.clock.now();
  return tokens.filter(({ purpose, expiresAt }) => purpose === 'session' && Date.parse(expiresAt) > now);
}

/** The user whom the token of a session names, before it is looked up; undefined for any other text. */
export function userNamedBy(token: string): { organizationId: string; userId: string } | undefined {
  return namedBy(SESSION, token);
}

/** The user whom a token names, and the key of its record; undefined for any other text. */
function namedBy(
  format: TokenFormat,
  token: string,
): { organizationId: string; userId: string; key: Key } | undefined {
  const [organizationId, userId, secret] = format.partsOf(token) ?? [];
  if (organizationId === undefined || userId === undefined || secret === undefined) return undefined;
  return { organizationId, userId, key: keys.userToken(organizationId, userId, sha256(secret)) };
}

function invalidLink(): Problem {
  return new Problem('UNAUTHORIZED', 'The link is not valid, was used, or is too old; ask for a new one.');
}
