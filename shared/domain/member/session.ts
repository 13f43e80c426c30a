import { DAY, epochSeconds, HOUR, isoTime, MINUTE } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { keys, sha256 } from '../../table/keys.ts';
import { put, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { SECRET_LENGTH, TokenFormat } from '../token.ts';
import { accessEnded, findMember, type Member } from './member.ts';

/** `open` is for a signedUrl, `return` for a link to come back, `confirm` for a chosen address. None works for another. */
type Purpose = 'open' | 'return' | 'confirm' | 'session';

const LIFETIME: Readonly<Record<Purpose, number>> = {
  open: HOUR,
  return: 15 * MINUTE,
  confirm: DAY,
  session: DAY,
};

export const TOKEN_FORMAT: Readonly<Record<Purpose, TokenFormat>> = {
  open: new TokenFormat('hst', ['organization', 'member']),
  return: new TokenFormat('hsr', ['organization', 'member']),
  confirm: new TokenFormat('hsc', ['organization', 'member']),
  session: new TokenFormat('hss', ['organization', 'member']),
};

interface TokenRecord {
  purpose: Purpose;
  /** The model that an `open` token is bound to. */
  modelId?: string;
  /** The address that a `confirm` token was mailed to. */
  email?: string;
  expiresAt: string;
  expiresAtSeconds: number;
}

export interface Session {
  organizationId: string;
  member: Member;
}

/** A new bearer token, which names its organization and member, and the write that stores the hash of its secret. */
export function tokenWrite(
  context: DomainContext,
  purpose: Purpose,
  organizationId: string,
  memberId: string,
  bound: Pick<TokenRecord, 'modelId' | 'email'> = {},
  lifetime = LIFETIME[purpose],
): { token: string; expiresAt: string; write: Write } {
  const secret = randomBase62(context.randomness, SECRET_LENGTH);
  const expires = context.clock.now() + lifetime;
  const record: TokenRecord = {
    purpose,
    expiresAt: isoTime(expires),
    expiresAtSeconds: epochSeconds(expires),
    ...bound,
  };
  return {
    token: TOKEN_FORMAT[purpose].join(organizationId, memberId, secret),
    expiresAt: record.expiresAt,
    write: put({
      ...keys.memberToken(organizationId, memberId, sha256(secret)),
      ...record,
    }),
  };
}

interface NamedToken {
  organizationId: string;
  memberId: string;
  hash: string;
}

/** The member whom a token names, and the hash of its secret; undefined for any other text. */
function namedBy(purpose: Purpose, token: string): NamedToken | undefined {
  const [organizationId, memberId, secret] = TOKEN_FORMAT[purpose].partsOf(token) ?? [];
  if (organizationId === undefined || memberId === undefined || secret === undefined) return undefined;
  return { organizationId, memberId, hash: sha256(secret) };
}

interface FoundToken extends NamedToken {
  record: TokenRecord;
}

/** The stored record of a token, which has not expired. */
export async function findToken(
  context: DomainContext,
  purpose: Purpose,
  token: string,
): Promise<FoundToken | undefined> {
  const named = namedBy(purpose, token);
  if (!named) return undefined;
  const { organizationId, memberId, hash } = named;
  const record = await context.table.get<TokenRecord>(keys.memberToken(organizationId, memberId, hash));
  if (record?.purpose !== purpose || Date.parse(record.expiresAt) <= context.clock.now()) return undefined;
  return { ...named, record };
}

/** {@link findToken} with its member, read at the same time; undefined also when the member is gone. */
export async function findTokenOfMember(
  context: DomainContext,
  purpose: Purpose,
  token: string,
): Promise<(FoundToken & { member: Member }) | undefined> {
  const named = namedBy(purpose, token);
  if (!named) return undefined;
  const [found, member] = await Promise.all([
    findToken(context, purpose, token),
    findMember(context, named.organizationId, named.memberId),
  ]);
  return found && member && { ...found, member };
}

/** A signedUrl, and the write that stores its token. */
export function signedUrlWrite(
  context: DomainContext,
  appUrl: string,
  organizationId: string,
  memberId: string,
  modelId: string,
): { signedUrl: string; write: Write } {
  const { token, write } = tokenWrite(context, 'open', organizationId, memberId, { modelId });
  return { signedUrl: `${appUrl}/auth/social?token=${token}&anonymous=1`, write };
}

/** A session that a request has shown, with the hash of its secret, by which it is ended. */
export interface ShownSession extends Session {
  hash: string;
}

/** The member of a session; undefined when the session is unknown or has expired, or the access has ended. */
export async function findSession(context: DomainContext, token: string): Promise<ShownSession | undefined> {
  const found = await findTokenOfMember(context, 'session', token);
  if (!found || accessEnded(found.member, context.clock.now())) return undefined;
  const { organizationId, member, hash } = found;
  return { organizationId, member, hash };
}
