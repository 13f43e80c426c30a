import { Problem } from '../../contract/errors.ts';
import { DAY, epochSeconds, HOUR, isoTime } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { keys, sha256 } from '../../table/keys.ts';
import { put, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { SECRET_LENGTH, TokenFormat } from '../token.ts';
import { accessEnded, findMember, type Member } from './member.ts';

/** The purpose of a token. A token of one purpose is never accepted for the other. */
type Purpose = 'open' | 'session';

/** The lifetimes of the token in a signedUrl, and of a session. */
const OPEN_LIFETIME = HOUR;
const SESSION_LIFETIME = DAY;

const TOKEN_FORMAT: Readonly<Record<Purpose, TokenFormat>> = {
  open: new TokenFormat('hst', ['organization', 'member']),
  session: new TokenFormat('hss', ['organization', 'member']),
};

interface TokenRecord {
  purpose: Purpose;
  /** The model that an `open` token is bound to. */
  modelId?: string;
  expiresAt: string;
  expiresAtSeconds: number;
}

export interface Session {
  organizationId: string;
  member: Member;
}

/** A session that was just opened, with its token, which is not stored. */
export interface OpenedSession extends Session {
  session: string;
  expiresAt: string;
}

/**
 * A new bearer token, and the write that stores the hash of its secret. The token names its organization and
 * member, so that it is found by one read within the organization's own partitions.
 */
function tokenWrite(
  context: DomainContext,
  purpose: Purpose,
  organizationId: string,
  memberId: string,
  lifetime: number,
  modelId?: string,
): { token: string; expiresAt: string; write: Write } {
  const secret = randomBase62(context.randomness, SECRET_LENGTH);
  const expires = context.clock.now() + lifetime;
  const record: TokenRecord = {
    purpose,
    expiresAt: isoTime(expires),
    expiresAtSeconds: epochSeconds(expires),
    ...(modelId !== undefined && { modelId }),
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

async function findToken(
  context: DomainContext,
  purpose: Purpose,
  token: string,
): Promise<{ organizationId: string; memberId: string; record: TokenRecord } | undefined> {
  const [organizationId, memberId, secret] = TOKEN_FORMAT[purpose].partsOf(token) ?? [];
  if (organizationId === undefined || memberId === undefined || secret === undefined) return undefined;
  const record = await context.table.get<TokenRecord>(
    keys.memberToken(organizationId, memberId, sha256(secret)),
  );
  if (record?.purpose !== purpose || Date.parse(record.expiresAt) <= context.clock.now()) return undefined;
  return { organizationId, memberId, record };
}

/** A signedUrl, and the write that stores its token. */
export function signedUrlWrite(
  context: DomainContext,
  appUrl: string,
  organizationId: string,
  memberId: string,
  modelId: string,
): { signedUrl: string; write: Write } {
  const { token, write } = tokenWrite(context, 'open', organizationId, memberId, OPEN_LIFETIME, modelId);
  return { signedUrl: `${appUrl}/auth/social?token=${token}&anonymous=1`, write };
}

/**
 * Opens a session with the token of a signedUrl.
 * @throws UNAUTHORIZED for a token that is unknown or expired, or whose model is deleted, and 30 days after
 * the model was created.
 */
export async function openSession(context: DomainContext, token: string): Promise<OpenedSession> {
  const found = await findToken(context, 'open', token);
  const member = found && (await findMember(context, found.organizationId, found.memberId));
  const now = context.clock.now();
  if (!found || !member || member.modelId !== found.record.modelId || accessEnded(member, now)) {
    throw new Problem('UNAUTHORIZED', 'The link is not valid or no longer valid; ask for a new one.');
  }
  const { opened, write } = newSession(context, found.organizationId, member);
  await context.table.commit([write]);
  return opened;
}

/** A session for a member, and the write that stores it. */
export function newSession(
  context: DomainContext,
  organizationId: string,
  member: Member,
): { opened: OpenedSession; write: Write } {
  const { token, expiresAt, write } = tokenWrite(
    context,
    'session',
    organizationId,
    member.id,
    SESSION_LIFETIME,
  );
  return { opened: { organizationId, member, session: token, expiresAt }, write };
}

/** The member of a session; undefined when the session is unknown or has expired, or the access has ended. */
export async function findSession(context: DomainContext, token: string): Promise<Session | undefined> {
  const found = await findToken(context, 'session', token);
  if (!found) return undefined;
  const member = await findMember(context, found.organizationId, found.memberId);
  if (!member || accessEnded(member, context.clock.now())) return undefined;
  return { organizationId: found.organizationId, member };
}
