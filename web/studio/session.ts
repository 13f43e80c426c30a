import type { openSession, requestReturnLink } from '../../shared/contract/member/session.ts';
import { showSignup } from '../../shared/contract/web/pages.ts';
import { Api } from '../shared/api.ts';
import { store } from '../shared/store.ts';

/**
 * The prefix of sessions in sessionStorage, which keeps them over a reload. Frames of one tab share that
 * storage, so each frame records its member in its own history entry.
 */
const PREFIX = 'headshots.session.';

/**
 * The state of the history entry: the member whose session this page has, or an invite or the token of a
 * mailed link that is not used yet.
 */
interface HistoryState {
  member?: string;
  invite?: string;
  token?: string;
}

/** A credential to exchange for a session. An invite comes with the choices of the sign-up form. */
export type Credential = { token: string } | { invite: string; name?: string; email?: string };

/** True on the page of invites, false on the page of a signedUrl. */
export const isSignup = location.pathname === showSignup.path;

/** The token of a signedUrl in the address. It is removed from the address bar, so it can be taken once. */
export function takeToken(): string | undefined {
  return isSignup ? undefined : takeFromAddress('token');
}

/** The token of a mailed link in the address, also after a reload, until it was exchanged for a session. */
export function takeReturnToken(): string | undefined {
  if (!isSignup) return undefined;
  const token = takeFromAddress('token');
  if (token !== undefined) setState({ token });
  return currentState()?.token;
}

/** The invite in the address, also after a reload. Undefined once the invite was exchanged for a session. */
export function takeInvite(): string | undefined {
  if (!isSignup) return undefined;
  const invite = takeFromAddress('invite');
  if (invite !== undefined) setState({ invite });
  return currentState()?.invite;
}

const parameters = new URLSearchParams(location.search);

function takeFromAddress(parameter: string): string | undefined {
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  return parameters.get(parameter) || undefined;
}

/** Has a link mailed to the member who has used the invite. @throws ApiError. */
export async function requestLink(invite: string): Promise<string> {
  const { message } = await new Api().call<typeof requestReturnLink>('POST', '/api/member/session/link', {
    invite,
  });
  return message;
}

/** Exchanges a credential for a session. @throws ApiError when the credential is invalid or expired. */
export async function openWith(credential: Credential): Promise<string> {
  if ('token' in credential) forget();
  const { session, member } = await new Api().call<typeof openSession>(
    'POST',
    '/api/member/session',
    credential,
  );
  setState({ member: member.id });
  store()?.setItem(PREFIX + member.id, session);
  return session;
}

/** The session that the page had before a reload. */
export function resumed(): string | undefined {
  const member = currentState()?.member;
  return (member && store()?.getItem(PREFIX + member)) || undefined;
}

export function forget(): void {
  const member = currentState()?.member;
  if (member) store()?.removeItem(PREFIX + member);
  setState(null);
}

function currentState(): HistoryState | null {
  return history.state as HistoryState | null;
}

function setState(next: HistoryState | null): void {
  history.replaceState(next, '');
}
