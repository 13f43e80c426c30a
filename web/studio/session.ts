import type { Language } from '../../shared/contract/languages.ts';
import { showSignup } from '../../shared/contract/web/pages.ts';
import { type Answer, Api } from '../service/api.ts';
import { parameter } from '../service/parameter.ts';
import { localStore, store } from '../service/store.ts';

/**
 * The prefix of sessions in a storage, which keeps them over a reload. Frames of one tab share that
 * storage, so each frame records its member in its own history entry.
 */
const PREFIX = 'headshots.session.';

/** The prefix of the members who have used an invite in this browser. */
const INVITE_PREFIX = 'headshots.invite.';

/**
 * The state of the history entry: the member whose session this page has, or an invite or the token of a
 * mailed link that is not used yet.
 */
interface HistoryState {
  member?: string;
  invite?: string;
  /** Whether the link was the one that ends the reminders of the invite. */
  stops?: boolean;
  token?: string;
  /** The token of a join link. */
  join?: string;
}

/** A credential to exchange for a session. An invite comes with the choices of the sign-up form. */
export type Credential = { token: string } | { invite: string; email?: string; language: Language };

/** True on the page of invites, false on the page of a signedUrl. */
export const isSignup = location.pathname === showSignup.path;

/**
 * Where sessions are kept. That of an invite is found again when its link is opened in another tab, which costs no mail.
 * That of a signedUrl may be in a frame, and stays in its tab.
 */
function sessions(): Storage | undefined {
  return isSignup ? localStore() : store();
}

/** The link that has led to the page. */
export type Entry =
  | { name: 'token' | 'return' | 'confirmation' | 'join'; token: string }
  | { name: 'invite'; invite: string; stops: boolean }
  | { name: 'none' };

/**
 * The credential in the address, which is removed from the address bar. An invite and the token of a mailed link
 * survive a reload, until they are exchanged for a session.
 */
export function takeEntry(): Entry {
  const given = {
    token: parameter('token'),
    confirm: parameter('confirm'),
    invite: parameter('invite'),
    reminders: parameter('reminders'),
    join: parameter('join'),
  };
  // The fragment stays: it tells whether the page is a preview, which opens no session.
  if (location.search !== '') history.replaceState(history.state, '', location.pathname + location.hash);
  if (!isSignup) return given.token ? { name: 'token', token: given.token } : { name: 'none' };
  if (given.confirm) return { name: 'confirmation', token: given.confirm };
  if (given.token) setState({ token: given.token });
  if (given.invite) setState({ invite: given.invite, stops: given.reminders === 'stop' });
  if (given.join) setState({ join: given.join });
  const { token, invite, stops = false, join } = currentState() ?? {};
  if (join !== undefined) return { name: 'join', token: join };
  if (token !== undefined) return { name: 'return', token };
  return invite === undefined ? { name: 'none' } : { name: 'invite', invite, stops };
}

/** An invite as the holder of its link sees it. */
export type HeldInvite = Answer<'POST /api/member/invite'>['invite'];

/** @throws ApiError NOT_FOUND for an unknown invite. */
export async function lookUp(invite: string): Promise<HeldInvite> {
  const answer = await new Api().call('POST /api/member/invite', { body: { invite } });
  return answer.invite;
}

/** The data of the join page. */
export type JoinedLink = Pick<Answer<'POST /api/member/join/link'>, 'organization' | 'domains'>;

/** @throws ApiError NOT_FOUND for a link that has ended. */
export function lookUpJoin(token: string): Promise<JoinedLink> {
  return new Api().call('POST /api/member/join/link', { body: { token } });
}

/** Has an invite mailed to an address. @throws ApiError. */
export async function askForInvite(token: string, email: string): Promise<void> {
  await new Api().call('POST /api/member/join', { body: { token, email } });
}

/** Ends the reminders of an invite. @throws ApiError. */
export async function stopReminders(invite: string): Promise<void> {
  await new Api().call('POST /auth/signup', { query: { invite, reminders: 'stop' } });
}

/** Has a link mailed to the member who has used the invite, or had a former link. @throws ApiError. */
export async function requestLink(of: { invite: string } | { token: string }): Promise<void> {
  await new Api().call('POST /api/member/session/link', { body: of });
}

/** Confirms an address by the token of the link that was mailed to it. @throws ApiError. */
export async function confirm(token: string): Promise<string> {
  const { email } = await new Api().call('POST /api/member/address', { body: { token } });
  return email;
}

/** Exchanges a credential for a session. @throws ApiError when the credential is invalid or expired. */
export async function openWith(credential: Credential): Promise<string> {
  if ('token' in credential && !isSignup) forget();
  const { session, member } = await new Api().call('POST /api/member/session', { body: credential });
  setState({ member: member.id });
  sessions()?.setItem(PREFIX + member.id, session);
  if ('invite' in credential) sessions()?.setItem(INVITE_PREFIX + credential.invite, member.id);
  return session;
}

/** The session that the page had before a reload. */
export function resumed(): string | undefined {
  const member = currentState()?.member;
  return (member && sessions()?.getItem(PREFIX + member)) || undefined;
}

/** The session in this browser of the member who has used an invite, or whom the token of a link names. */
export function resumedBy(link: { invite: string } | { token: string }): string | undefined {
  const member =
    'invite' in link ? sessions()?.getItem(INVITE_PREFIX + link.invite) : memberOfToken(link.token);
  const session = (member && sessions()?.getItem(PREFIX + member)) || undefined;
  if (member && session !== undefined) setState({ member });
  return session;
}

/** A token consists of a prefix, an organization, a member and a secret. */
function memberOfToken(token: string): string | undefined {
  return token.split('.')[2];
}

/** Forgets the session of the page. @param invite whose page a reload shows, if any */
export function forget(invite?: string): void {
  const [kept, member] = [sessions(), currentState()?.member];
  if (kept && member) {
    kept.removeItem(PREFIX + member);
    for (const [name, value] of Object.entries(kept))
      if (name.startsWith(INVITE_PREFIX) && value === member) kept.removeItem(name);
  }
  setState(invite === undefined ? null : { invite });
}

function currentState(): HistoryState | null {
  return history.state as HistoryState | null;
}

function setState(next: HistoryState | null): void {
  history.replaceState(next, '');
}
