import { parameter } from '../service/parameter.ts';
import { localStore, store } from '../service/store.ts';

/** The API key or the session of this tab, which is sent with each request. No cookie: no request has it by itself. */
const BEARER = 'headshots.api-key';

/** The newest session of a user in this browser. A tab without a bearer of its own takes it; an API key stays in its tab. */
const SESSION = 'headshots.user-session';

const SESSION_PREFIX = 'hos.';

/** Whether a bearer is the session of a user. An API key has no session that could end. */
export function isUserSession(bearer: string): boolean {
  return bearer.startsWith(SESSION_PREFIX);
}

export function remembered(): string | undefined {
  return store()?.getItem(BEARER) || localStore()?.getItem(SESSION) || undefined;
}

export function remember(bearer: string): void {
  store()?.setItem(BEARER, bearer);
  if (isUserSession(bearer)) localStore()?.setItem(SESSION, bearer);
}

/** Forgets the bearer of this tab after a sign-out, and tells the other tabs with the same session of it by an empty one. */
export function signOut(): void {
  const bearer = remembered();
  if (bearer !== undefined && localStore()?.getItem(SESSION) === bearer) localStore()?.setItem(SESSION, '');
  forget(bearer);
}

/** Forgets a bearer that is no longer valid, by default that of this tab. Other tabs with the same session notice. */
export function forget(bearer = remembered()): void {
  if (store()?.getItem(BEARER) === bearer) store()?.removeItem(BEARER);
  if (localStore()?.getItem(SESSION) === bearer) localStore()?.removeItem(SESSION);
}

/** A change that another tab has made: the session that it has opened, or that is over. */
export interface SessionChange {
  opened: string | undefined;
  ended: string | undefined;
  /** Whether it is over by a sign-out. */
  isSignOut: boolean;
}

/** Calls back when another tab signs in or out. @returns the function that stops it. */
export function onSessionChange(changed: (change: SessionChange) => void): () => void {
  const listen = ({ key, newValue, oldValue }: StorageEvent) => {
    if (key !== SESSION) return;
    changed({ opened: newValue || undefined, ended: oldValue || undefined, isSignOut: newValue === '' });
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

/** The address that a link was last requested for in this browser. A link opens a tab of its own, and may be over. */
const ADDRESS = 'headshots.address';

/** The section that was open when the link was requested: the fragment of the page's address. */
const WANTED = 'headshots.wanted';

export function knownAddress(): string | undefined {
  return localStore()?.getItem(ADDRESS) ?? undefined;
}

export function rememberAddress(address: string): void {
  localStore()?.setItem(ADDRESS, address);
  localStore()?.setItem(WANTED, location.hash);
}

/** The next user of this computer must not find the address. */
export function forgetAddress(): void {
  localStore()?.removeItem(ADDRESS);
  localStore()?.removeItem(WANTED);
}

/** Opens the section from which the link was requested, once. */
export function goToWanted(): void {
  const wanted = localStore()?.getItem(WANTED);
  localStore()?.removeItem(WANTED);
  if (wanted && location.hash === '') history.replaceState(history.state, '', wanted);
}

/** The last organization of a mail with many links, which names this page: the next mail goes on after it. */
export function nextOrganizations(): string | undefined {
  return parameter('after');
}

/** Takes the token of a sign-in link out of the address bar. */
export function takeToken(): string | undefined {
  const token = parameter('token');
  if (token !== undefined) history.replaceState(history.state, '', location.pathname + location.hash);
  return token;
}
