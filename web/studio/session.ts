import type { openSession } from '../../shared/contract/member/session.ts';
import { showSignup } from '../../shared/contract/web/pages.ts';
import { Api } from '../shared/api.ts';
import { store } from '../shared/store.ts';

/**
 * The session of this page: kept in memory, and in sessionStorage so that it outlasts a reload. Several frames
 * of one tab share that storage, so each notes in its own history entry which member it shows.
 */
const PREFIX = 'headshots.session.';

/** What this tab is about, as its history entry notes it: a member, or an invite that is still to be used. */
interface Noted {
  member?: string;
  invite?: string;
}

/** What is exchanged for a session; with an invite, what the person chose while signing up. */
export type Credential = { token: string } | { invite: string; name?: string; email?: string };

/** Whether this is the page to which invites lead, rather than the one of a signedUrl. */
export const isSignup = location.pathname === showSignup.path;

/** The token that the address brought. Read once: it is taken out of the address bar at once. */
export function takeToken(): string | undefined {
  return isSignup ? undefined : takeFromAddress('token');
}

/** The invite that the address brought, now or before a reload; none once it was exchanged. */
export function takeInvite(): string | undefined {
  if (!isSignup) return undefined;
  const invite = takeFromAddress('invite');
  if (invite !== undefined) note({ invite });
  return noted()?.invite;
}

function takeFromAddress(parameter: string): string | undefined {
  const value = new URLSearchParams(location.search).get(parameter) || undefined;
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  return value;
}

/** Exchanges the credential, which is noted no more. @throws ApiError when it is not valid, or not any more. */
export async function openWith(credential: Credential): Promise<string> {
  if ('token' in credential) forget();
  const { session, member } = await new Api().call<typeof openSession>(
    'POST',
    '/api/member/session',
    credential,
  );
  note({ member: member.id });
  store()?.setItem(PREFIX + member.id, session);
  return session;
}

/** The session from before a reload. */
export function resumed(): string | undefined {
  const member = noted()?.member;
  return (member && store()?.getItem(PREFIX + member)) || undefined;
}

export function forget(): void {
  const member = noted()?.member;
  if (member) store()?.removeItem(PREFIX + member);
  note(null);
}

function noted(): Noted | null {
  return history.state as Noted | null;
}

function note(next: Noted | null): void {
  history.replaceState(next, '');
}
