import { Problem } from '../../contract/errors.ts';
import { epochSeconds, HOUR, isoTime, MINUTE } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { equals } from '../../table/condition.ts';
import { keys, sha256 } from '../../table/keys.ts';
import { put, remove, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type Organization, readOrganization } from '../organization/organization.ts';
import { SECRET_LENGTH, TokenFormat } from '../token.ts';

/** The purpose of a token. A token of one purpose is never accepted for the other. */
type Purpose = 'signIn' | 'session';

const LIFETIME: Readonly<Record<Purpose, number>> = { signIn: 15 * MINUTE, session: 12 * HOUR };

const TOKEN_FORMAT: Readonly<Record<Purpose, TokenFormat>> = {
  signIn: new TokenFormat('hot', ['organization']),
  session: new TokenFormat('hos', ['organization']),
};

interface TokenRecord {
  purpose: Purpose;
  /** The owner's address. */
  email: string;
  expiresAt: string;
  expiresAtSeconds: number;
}

export interface OwnerSession {
  organizationId: string;
}

/** A new token, and the write that stores the hash of its secret in the organization's own partition. */
export function ownerTokenWrite(
  context: DomainContext,
  purpose: Purpose,
  organizationId: string,
  email: string,
): { token: string; expiresAt: string; write: Write } {
  const secret = randomBase62(context.randomness, SECRET_LENGTH);
  const expires = context.clock.now() + LIFETIME[purpose];
  const record: TokenRecord = {
    purpose,
    email,
    expiresAt: isoTime(expires),
    expiresAtSeconds: epochSeconds(expires),
  };
  return {
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
  const found = await findToken(context, 'signIn', token);
  const organization = found && (await readOrganization(context, found.organizationId));
  if (!found || organization?.ownerEmail !== found.email) throw invalidLink();
  const opened = ownerTokenWrite(context, 'session', organization.id, found.email);
  await context.table.commit([
    remove(keys.ownerToken(organization.id, found.hash), {
      condition: equals('purpose', 'signIn'),
      onConditionFailed: invalidLink,
    }),
    opened.write,
  ]);
  return { session: opened.token, expiresAt: opened.expiresAt, organization };
}

/** The organization of an owner's session; undefined when the session is unknown or has expired. */
export async function findOwnerSession(
  context: DomainContext,
  token: string,
): Promise<OwnerSession | undefined> {
  const found = await findToken(context, 'session', token);
  return found && { organizationId: found.organizationId };
}

async function findToken(
  context: DomainContext,
  purpose: Purpose,
  token: string,
): Promise<{ organizationId: string; email: string; hash: string } | undefined> {
  const [organizationId, secret] = TOKEN_FORMAT[purpose].partsOf(token) ?? [];
  if (organizationId === undefined || secret === undefined) return undefined;
  const hash = sha256(secret);
  const record = await context.table.get<TokenRecord>(keys.ownerToken(organizationId, hash));
  if (record?.purpose !== purpose || Date.parse(record.expiresAt) <= context.clock.now()) return undefined;
  return { organizationId, email: record.email, hash };
}

function invalidLink(): Problem {
  return new Problem('UNAUTHORIZED', 'The link is not valid, was used, or is too old; ask for a new one.');
}
