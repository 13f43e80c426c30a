import type { endOwnSession } from '../../shared/contract/admin/session.ts';
import type { getOrganization } from '../../shared/contract/v2/organization.ts';
import { Api } from '../service/api.ts';
import { store } from '../service/store.ts';
import { fill, h } from '../shared/dom.ts';
import { organizationPage } from './organization.ts';
import { signInByKey, signInByLink, signInErrorOf } from './sign-in.ts';

/** The API key or the session is kept in this tab only, and sent to the service with each request. */
const BEARER = 'headshots.api-key';

const SESSION_PREFIX = 'hos.';

const page = h('div', { class: 'admin' });
document.body.append(page);

async function enter(bearer: string): Promise<void> {
  const api = new Api(bearer);
  const { organization } = await api.call<typeof getOrganization>('GET', '/api/v2/organization');
  store()?.setItem(BEARER, bearer);
  const leave = (sentence?: string) => {
    close();
    store()?.removeItem(BEARER);
    ask(sentence);
  };
  const signOut = async () => {
    // An API key has no session that could end.
    if (bearer.startsWith(SESSION_PREFIX))
      await api.call<typeof endOwnSession>('DELETE', '/api/admin/session');
    leave();
  };
  const { content, close } = organizationPage(api, organization, { leave, signOut });
  document.title = `${organization.name} · Headshots`;
  fill(page, ...content);
}

function ask(sentence?: string): void {
  document.title = 'Headshots · Admin';
  fill(page, ...signInByKey(enter, sentence));
  document.querySelector<HTMLInputElement>('#key')?.focus();
}

/** Takes the token of a sign-in link out of the address bar. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.search).get('token') ?? undefined;
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}

const token = takeToken();
const remembered = store()?.getItem(BEARER);
if (token !== undefined) fill(page, ...signInByLink(enter, token));
else if (remembered) enter(remembered).catch((error: unknown) => ask(signInErrorOf(error)));
else ask();
