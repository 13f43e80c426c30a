import { parameter } from '../service/parameter.ts';
import { localStore, store } from '../service/store.ts';

/** The API key or the session is kept in this tab only, and sent to the service with each request. */
const BEARER = 'headshots.api-key';

const SESSION_PREFIX = 'hos.';

/** Whether a bearer is the session of a user. An API key has no session that could end. */
export function isUserSession(bearer: string): boolean {
  return bearer.startsWith(SESSION_PREFIX);
}

export function remembered(): string | undefined {
  return store()?.getItem(BEARER) ?? undefined;
}

export function remember(bearer: string): void {
  store()?.setItem(BEARER, bearer);
}

export function forget(): void {
  store()?.removeItem(BEARER);
}

/** The address that a link was last requested for in this browser. A link opens a tab of its own, and may be over. */
const ADDRESS = 'headshots.address';

export function knownAddress(): string | undefined {
  return localStore()?.getItem(ADDRESS) ?? undefined;
}

export function rememberAddress(address: string): void {
  localStore()?.setItem(ADDRESS, address);
}

/** The next user of this computer must not find the address. */
export function forgetAddress(): void {
  localStore()?.removeItem(ADDRESS);
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
