import { h } from '../shared/dom.ts';
import type { ApiDocument, Entry } from './api-document.ts';
import { CodeBlock } from './code.ts';
import { type Credentials, variableOf } from './credentials.ts';
import { curlOf } from './request.ts';

/** Where a newcomer begins: the first pair of calls that the interface has. */
const FIRST_CALLS: readonly (readonly [method: string, path: string, sentence: string])[] = [
  ['POST', '/api/v2/organization/invites', 'Invite somebody. Use an address of yours to see the mail.'],
  ['GET', '/api/v2/organization/invites/{email}', 'See how far they are.'],
];

const PLACEHOLDER = 'hsk_live_…';

/** The key, and the first calls to copy. */
export function quickStart(apiDocument: ApiDocument, credentials: Credentials): HTMLElement {
  const key = h('input', {
    id: 'api-key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: PLACEHOLDER,
    value: credentials.get('apiKey'),
  });
  // Pasting is all there is to do.
  const form = h(
    'form',
    { submit: (event: Event) => event.preventDefault() },
    h('label', { class: 'field', for: 'api-key' }, h('span', {}, 'Your API key'), key),
  );
  key.addEventListener('input', () => credentials.set('apiKey', key.value.trim()));
  const setting = new CodeBlock('shell', 'set the API key');
  const showSetting = () => {
    const apiKey = credentials.get('apiKey');
    const name = variableOf('apiKey');
    setting.set(`export ${name}='${masked(apiKey)}'`, `export ${name}='${apiKey || PLACEHOLDER}'`);
  };
  credentials.onChange(showSetting);
  showSetting();
  const steps = FIRST_CALLS.flatMap(([method, path, sentence]) => {
    const entry = apiDocument.find(method, path);
    return entry ? [step(sentence, firstCall(entry))] : [];
  });
  return h(
    'div',
    { class: 'card start' },
    h('h2', {}, 'Begin'),
    h(
      'ol',
      {},
      h(
        'li',
        {},
        form,
        h(
          'p',
          { class: 'hint' },
          'It stays in this tab. With it, every “Try it” below works; for a terminal:',
        ),
        setting.element,
      ),
      ...steps,
    ),
  );
}

function step(sentence: string, ...content: HTMLElement[]): HTMLElement {
  return h('li', {}, h('p', {}, sentence), ...content);
}

function firstCall(entry: Entry): HTMLElement {
  const body = entry.operation.requestBody?.content['application/json'].example;
  const path = Object.fromEntries(entry.parameters.map(({ name, example }) => [name, String(example)]));
  const command = curlOf(entry, {
    path,
    query: {},
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return new CodeBlock('curl', `${entry.title}, to begin with`).set(command).element;
}

/** Enough of a key to know it by. */
function masked(apiKey: string): string {
  return apiKey.length > 16 ? `${apiKey.slice(0, 13)}…` : PLACEHOLDER;
}
