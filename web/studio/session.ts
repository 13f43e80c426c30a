import type { openSession } from '../../shared/contract/member/session.ts';
import { Api } from '../shared/api.ts';
import { store } from '../shared/store.ts';

/**
 * The session of this page: kept in memory, and in sessionStorage so that it outlasts a reload. Several frames
 * of one tab share that storage, so each notes in its own history entry which member it shows.
 */
const PREFIX = 'headshots.session.';

/** The token that the address brought. Read once: it is taken out of the address bar at once. */
export function takeToken(): string | undefined {
  const token = new URLSearchParams(location.search).get('token') ?? undefined;
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}

/** Exchanges the token of a signedUrl. @throws Refusal when it is not valid, or not any more. */
export async function openWith(token: string): Promise<string> {
  forget();
  const { session, member } = await new Api().call<typeof openSession>('POST', '/api/member/session', {
    token,
  });
  history.replaceState({ member: member.id }, '');
  store()?.setItem(PREFIX + member.id, session);
  return session;
}

/** The session from before a reload. */
export function resumed(): string | undefined {
  const member = memberShown();
  return (member && store()?.getItem(PREFIX + member)) || undefined;
}

export function forget(): void {
  const member = memberShown();
  if (member) store()?.removeItem(PREFIX + member);
  history.replaceState(null, '');
}

function memberShown(): string | undefined {
  return (history.state as { member?: string } | null)?.member;
}
