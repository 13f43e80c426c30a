import type { getOrganization } from '../../shared/contract/v2/organization.ts';
import { Api, Refusal, sentenceOf } from '../shared/api.ts';
import { fill, h, setAttribute } from '../shared/dom.ts';
import { store } from '../shared/store.ts';
import { organizationPage } from './organization.ts';

/** The API key stays in this tab: it is sent to the service with each request, and kept nowhere else. */
const KEY = 'headshots.api-key';

const page = h('div', { class: 'admin' });
document.body.append(page);

async function enter(apiKey: string): Promise<void> {
  const api = new Api(apiKey);
  const { organization } = await api.call<typeof getOrganization>('GET', '/api/v2/organization');
  store()?.setItem(KEY, apiKey);
  const leave = (sentence?: string) => {
    close();
    store()?.removeItem(KEY);
    askForKey(sentence);
  };
  const { content, close } = organizationPage(api, organization, leave);
  document.title = `${organization.name} · Headshots`;
  fill(page, ...content);
}

function askForKey(sentence?: string): void {
  document.title = 'Headshots · Admin';
  const alert = h('div', { role: 'alert' }, sentence !== undefined && h('p', { class: 'alert' }, sentence));
  const key = h('input', {
    id: 'key',
    type: 'password',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'The API key of your organization',
  });
  const button = h('button', { class: 'primary' }, 'Open');
  const submit = async (event: Event) => {
    event.preventDefault();
    setAttribute(button, 'disabled', true);
    fill(alert);
    try {
      await enter(key.value.trim());
    } catch (error) {
      fill(alert, h('p', { class: 'alert' }, refusalOf(error)));
      setAttribute(button, 'disabled', false);
      key.select();
    }
  };
  const form = h(
    'form',
    { class: 'card door', submit: (event: Event) => void submit(event) },
    h('h1', {}, 'Headshots'),
    h('p', { class: 'lead' }, 'Your organization, its credits and models.'),
    alert,
    h('label', { class: 'field', for: 'key' }, h('span', {}, 'API key'), key),
    button,
    h('p', { class: 'hint' }, 'The key stays in this browser tab until you forget it or close the tab.'),
  );
  fill(page, h('main', { class: 'center' }, form));
  key.focus();
}

function refusalOf(error: unknown): string {
  return error instanceof Refusal && error.code === 'UNAUTHORIZED'
    ? 'This is not a valid API key.'
    : sentenceOf(error);
}

const remembered = store()?.getItem(KEY);
if (remembered) enter(remembered).catch((error: unknown) => askForKey(refusalOf(error)));
else askForKey();
