import { Problem } from '../../contract/errors.ts';
import { DAY, epochSeconds, HOUR, isoTime } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { keys, sha256 } from '../../table/keys.ts';
import { put, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findMember, type Member } from './member.ts';

/** What a token is good for; one kind is never taken for the other. */
type Purpose = 'open' | 'session';

/** How long a signedUrl can be opened, and how long what it opens lasts. */
const OPEN_LIFETIME = HOUR;
const SESSION_LIFETIME = DAY;

const TOKEN_PREFIX: Record<Purpose, string> = { open: 'hst', session: 'hss' };
const SECRET_LENGTH = 43;

interface TokenRecord {
  purpose: Purpose;
  /** The model a token to open is bound to. */
  modelId?: string;
  expiresAt: string;
  expiresAtSeconds: number;
}

export interface Session {
  organizationId: string;
  member: Member;
}

/** A session that was just opened, with the one copy of its token. */
export interface OpenedSession extends Session {
  session: string;
  expiresAt: string;
}

/**
 * A bearer token names its organization and member, so that finding it takes one read under the
 * organization's own key; only the hash of its secret is stored.
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
    token: [TOKEN_PREFIX[purpose], organizationId, memberId, secret].join('.'),
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
  const [prefix, organizationId, memberId, secret, ...rest] = token.split('.');
  if (prefix !== TOKEN_PREFIX[purpose] || !organizationId || !memberId || !secret || rest.length > 0) {
    return undefined;
  }
  const record = await context.table.get<TokenRecord>(
    keys.memberToken(organizationId, memberId, sha256(secret)),
  );
  if (record?.purpose !== purpose || Date.parse(record.expiresAt) <= context.clock.now()) return undefined;
  return { organizationId, memberId, record };
}

/** The write that stores a token to open a session, and the signedUrl that carries it. */
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

/** @throws UNAUTHORIZED for a token that is unknown, expired, or whose model is gone. */
export async function openSession(context: DomainContext, token: string): Promise<OpenedSession> {
  const found = await findToken(context, 'open', token);
  const member = found && (await findMember(context, found.organizationId, found.memberId));
  if (!found || !member || member.modelId !== found.record.modelId) {
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

/** The member behind a session, or undefined when it is not or no longer valid. */
export async function findSession(context: DomainContext, token: string): Promise<Session | undefined> {
  const found = await findToken(context, 'session', token);
  if (!found) return undefined;
  const member = await findMember(context, found.organizationId, found.memberId);
  return member && { organizationId: found.organizationId, member };
}
