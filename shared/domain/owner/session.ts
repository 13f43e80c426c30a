import { Problem } from '../../contract/errors.ts';
import { epochSeconds, HOUR, isoTime, MINUTE } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { equals, exists } from '../../table/condition.ts';
import { collections, type Key, keys, sha256 } from '../../table/keys.ts';
import { put, remove, type Write } from '../../table/transaction.ts';
import { actingAs, type DomainContext } from '../context.ts';
import { findOrganization, type Organization } from '../organization/organization.ts';
import { SECRET_LENGTH, TokenFormat } from '../token.ts';
import { noticedWrites, trailWrite } from '../trail/trail.ts';

/** The purpose of a token. A token of one purpose is never accepted for the other. */
type Purpose = 'signIn' | 'session';

const LIFETIME: Readonly<Record<Purpose, number>> = { signIn: 15 * MINUTE, session: 12 * HOUR };

const TOKEN_FORMAT: Readonly<Record<Purpose, TokenFormat>> = {
  signIn: new TokenFormat('hot', ['organization']),
  session: new TokenFormat('hos', ['organization']),
};

interface TokenRecord {
  /** Identifies a session in lists and in the audit trail. It is no credential. */
  id: string;
  purpose: Purpose;
  /** The owner's address. */
  email: string;
  createdAt: string;
  /** The network address from which the session was opened. */
  address?: string;
  expiresAt: string;
  expiresAtSeconds: number;
}

export interface OwnerSession {
  organizationId: string;
  sessionId: string;
}

/** A new token, and the write that stores the hash of its secret in the organization's own partition. */
export function ownerTokenWrite(
  context: DomainContext,
  purpose: Purpose,
  organizationId: string,
  email: string,
): { id: string; token: string; expiresAt: string; write: Write } {
  const secret = randomBase62(context.randomness, SECRET_LENGTH);
  const now = context.clock.now();
  const expires = now + LIFETIME[purpose];
  const id = context.newId('session');
  const record: TokenRecord = {
    id,
    purpose,
    email,
    createdAt: isoTime(now),
    expiresAt: isoTime(expires),
    expiresAtSeconds: epochSeconds(expires),
    ...(purpose === 'session' && context.address !== undefined && { address: context.address }),
  };
  return {
    id,
    token: TOKEN_FORMAT[purpose].join(organizationId, secret),
    expiresAt: record.expiresAt,
    write: put({ ...keys.ownerToken(organizationId, sha256(secret)), ...record }),
  };
}

/**
 * Exchanges the token of a sign-in link for a session, once.
 * @throws UNAUTHORIZED for a token that is unknown, used or expired, or whose address is no longer the
 * owner's.
 */
export async function openOwnerSession(
  context: DomainContext,
  token: string,
): Promise<{ session: string; expiresAt: string; organization: Organization }> {
  const organizationId = namedBy('signIn', token)?.organizationId;
  const [found, organization] = await Promise.all([
    findToken(context, 'signIn', token),
    organizationId === undefined ? undefined : findOrganization(context, organizationId),
  ]);
  if (!found || !organization || organization.ownerEmail !== found.email) throw invalidLink();
  const opened = ownerTokenWrite(context, 'session', organization.id, found.email);
  await context.table.commit([
    remove(keys.ownerToken(organization.id, found.hash), {
      condition: equals('purpose', 'signIn'),
      onConditionFailed: invalidLink,
    }),
    opened.write,
    ...noticedWrites(
      actingAs(context, { actor: { kind: 'owner', id: opened.id } }),
      organization.id,
      'owner.signed_in',
      opened.id,
    ),
  ]);
  return { session: opened.token, expiresAt: opened.expiresAt, organization };
}

/** The organization of an owner's session; undefined when the session is unknown or has expired. */
export async function findOwnerSession(
  context: DomainContext,
  token: string,
): Promise<OwnerSession | undefined> {
  const found = await findToken(context, 'session', token);
  return found && { organizationId: found.organizationId, sessionId: found.id };
}

/** The sessions of the owner that have not expired, the newest first. */
export async function listOwnerSessions(context: DomainContext, { organizationId, sessionId }: OwnerSession) {
  const sessions = await liveSessions(context, organizationId);
  return sessions
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .map(({ id, createdAt, expiresAt, address }) => ({
      id,
      current: id === sessionId,
      address: address ?? null,
      createdAt,
      expiresAt,
    }));
}

/**
 * Ends a session, with effect on the next request.
 * @throws NOT_FOUND when the organization has no such session.
 */
export async function endOwnerSession(
  context: DomainContext,
  organizationId: string,
  sessionId: string,
): Promise<void> {
  const unknown = () => new Problem('NOT_FOUND', 'The session does not exist, or has ended.');
  const session = (await liveSessions(context, organizationId)).find(({ id }) => id === sessionId);
  if (!session) throw unknown();
  await context.table.commit([
    remove(session, { condition: exists, onConditionFailed: unknown }),
    trailWrite(context, organizationId, 'owner.signed_out', sessionId),
  ]);
}

async function liveSessions(context: DomainContext, organizationId: string) {
  const tokens = await context.table.all<TokenRecord & Key>(collections.ownerTokens(organizationId));
  const now = context.clock.now();
  return tokens.filter(({ purpose, expiresAt }) => purpose === 'session' && Date.parse(expiresAt) > now);
}

/** The organization that a token names, and the hash of its secret; undefined for any other text. */
function namedBy(purpose: Purpose, token: string): { organizationId: string; hash: string } | undefined {
  const [organizationId, secret] = TOKEN_FORMAT[purpose].partsOf(token) ?? [];
  if (organizationId === undefined || secret === undefined) return undefined;
  return { organizationId, hash: sha256(secret) };
}

async function findToken(
  context: DomainContext,
  purpose: Purpose,
  token: string,
): Promise<{ organizationId: string; id: string; email: string; hash: string } | undefined> {
  const named = namedBy(purpose, token);
  if (!named) return undefined;
  const { organizationId, hash } = named;
  const record = await context.table.get<TokenRecord>(keys.ownerToken(organizationId, hash));
  if (record?.purpose !== purpose || Date.parse(record.expiresAt) <= context.clock.now()) return undefined;
  return { organizationId, id: record.id, email: record.email, hash };
}

function invalidLink(): Problem {
  return new Problem('UNAUTHORIZED', 'The link is not valid, was used, or is too old; ask for a new one.');
}
