import type { openOwnerSession, requestSignInLink } from '../../shared/contract/admin/session.ts';
import { Api, ApiError, sentenceOf } from '../service/api.ts';
import { fill, h, setAttribute } from '../shared/dom.ts';

/** Opens the page with an API key or an owner's session. Rejects when the service does not accept it. */
export type Enter = (bearer: string) => Promise<void>;

/** The sign-in page: a field for an API key, and a form that requests a sign-in link by e-mail. */
export function signInByKey(enter: Enter, sentence?: string): Node[] {
  const key = h('input', {
    id: 'key',
    type: 'password',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'The API key of your organization',
  });
  const withKey = signIn(
    'Open',
    async () => {
      try {
        await enter(key.value.trim());
      } catch (error) {
        key.select();
        throw error;
      }
    },
    sentence,
    h('h1', {}, 'Headshots'),
    h('p', { class: 'lead' }, 'Your organization with its credits and models.'),
    h('label', { class: 'field', for: 'key' }, h('span', {}, 'API key'), key),
    h('p', { class: 'hint' }, 'The key stays in this browser tab until you sign out or close the tab.'),
  );
  const email = h('input', { id: 'owner', type: 'email', required: true, autocomplete: 'email' });
  const status = h('div', { role: 'status' });
  const byMail = signIn(
    'Send me a link',
    async () => {
      const body = { email: email.value };
      const { message } = await new Api().call<typeof requestSignInLink>('POST', '/api/admin/link', body);
      fill(status, h('p', { class: 'hint' }, message));
    },
    undefined,
    h('label', { class: 'field', for: 'owner' }, h('span', {}, 'Or sign in by e-mail as an owner'), email),
    status,
  );
  return [h('main', { class: 'center' }, withKey, byMail)];
}

/**
 * The page of a sign-in link. Mail scanners open links, and the link works once, so it is used on a click
 * only.
 */
export function signInByLink(enter: Enter, token: string): Node[] {
  const withLink = signIn(
    'Sign in',
    async () => {
      const body = { token };
      const { session } = await new Api().call<typeof openOwnerSession>('POST', '/api/admin/session', body);
      await enter(session);
    },
    undefined,
    h('h1', {}, 'Headshots'),
    h('p', { class: 'lead' }, 'Sign in to your organization. You stay signed in for 12 hours in this tab.'),
  );
  return [h('main', { class: 'center' }, withLink)];
}

/** A form with one button, which is disabled while the request is in progress, and a place for errors. */
function signIn(
  label: string,
  go: () => Promise<void>,
  sentence: string | undefined,
  ...content: Node[]
): HTMLFormElement {
  const alert = h('div', { role: 'alert' }, sentence !== undefined && h('p', { class: 'alert' }, sentence));
  const button = h('button', { class: 'primary' }, label);
  const submit = async (event: Event) => {
    event.preventDefault();
    setAttribute(button, 'disabled', true);
    fill(alert);
    try {
      await go();
    } catch (error) {
      fill(alert, h('p', { class: 'alert' }, signInErrorOf(error)));
    } finally {
      setAttribute(button, 'disabled', false);
    }
  };
  return h(
    'form',
    { class: 'card signIn', submit: (event: Event) => void submit(event) },
    ...content,
    alert,
    button,
  );
}

export function signInErrorOf(error: unknown): string {
  return error instanceof ApiError && error.code === 'UNAUTHORIZED'
    ? 'This is not a valid API key, or your link or session is no longer valid.'
    : sentenceOf(error);
}
