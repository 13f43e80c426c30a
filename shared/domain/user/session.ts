import type { Role } from '../../contract/roles.ts';
import { DAY, epochSeconds, HOUR, isoTime, MINUTE } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { type Key, keys, sha256 } from '../../table/keys.ts';
import { put, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { SECRET_LENGTH, TokenFormat } from '../token.ts';
import { findUser, type User } from './user.ts';

/** A link that a person asked for, one in an invitation, or a session. A session is no link, nor a link a session. */
type Purpose = 'signIn' | 'invitation' | 'session';

const LIFETIME: Readonly<Record<Purpose, number>> = {
  signIn: 15 * MINUTE,
  invitation: 3 * DAY,
  session: 12 * HOUR,
};

export const LINK = new TokenFormat('hot', ['organization', 'user']);
const SESSION = new TokenFormat('hos', ['organization', 'user']);

export interface TokenRecord {
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

/** The user whom the token of a session names, before it is looked up; undefined for any other text. */
export function userNamedBy(token: string): { organizationId: string; userId: string } | undefined {
  return namedBy(SESSION, token);
}

/** The user whom a token names, and the key of its record; undefined for any other text. */
export function namedBy(
  format: TokenFormat,
  token: string,
): { organizationId: string; userId: string; key: Key } | undefined {
  const [organizationId, userId, secret] = format.partsOf(token) ?? [];
  if (organizationId === undefined || userId === undefined || secret === undefined) return undefined;
  return { organizationId, userId, key: keys.userToken(organizationId, userId, sha256(secret)) };
}
