import { Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { equals, exists } from '../../table/condition.ts';
import { collections, type Key, keys } from '../../table/keys.ts';
import { check, onlyIf, remove, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findOrganization, type Organization } from '../organization/organization.ts';
import { noticedWrites, trailWrite } from '../trail/trail.ts';
import { LINK, namedBy, type TokenRecord, type UserSession, userTokenWrite } from './session.ts';
import { findUser, type SignIn } from './user.ts';

/** Exchanges the token of a link for a session, once. @throws UNAUTHORIZED for an invalid token or a removed user. */
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
    remove(key, onlyIf(equals('purpose', link.purpose), invalidLink)),
    // Otherwise the sign-in of a user who is removed meanwhile would be kept for good.
    check(keys.user(organizationId, userId), onlyIf(exists, invalidLink)),
    opened.write,
    update(keys.userSignIn(organizationId, userId), { set: signIn }),
    ...noticedWrites(context, organizationId, 'user.signed_in', opened.id, { kind: 'user', id: userId }),
  ]);
  return { session: opened.token, expiresAt: opened.expiresAt, organization };
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

/** Ends a session; an owner can end those of all users. @throws NOT_FOUND for none, or one of others. */
export async function endUserSession(
  context: DomainContext,
  caller: UserSession,
  sessionId: string,
): Promise<void> {
  const unknown = () => new Problem('NOT_FOUND', 'The session does not exist, or has ended.');
  const session = (await liveSessions(context, caller)).find(({ id }) => id === sessionId);
  if (!session) throw unknown();
  await context.table.commit([
    remove(session, onlyIf(exists, unknown)),
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

function invalidLink(): Problem {
  return new Problem('UNAUTHORIZED', 'The link is not valid, was used, or is too old; ask for a new one.');
}
