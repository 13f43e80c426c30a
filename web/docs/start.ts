import { h } from '../shared/dom.ts';
import type { ApiDocument, Entry } from './api-document.ts';
import { CodeBlock } from './code.ts';
import { type Credentials, variableOf } from './credentials.ts';
import { curlOf } from './request.ts';

/** The calls of the quick start. */
const FIRST_CALLS: readonly (readonly [method: string, path: string, sentence: string])[] = [
  ['POST', '/api/v2/organization/invites', 'Send an invite. Use your own address to receive the e-mail.'],
  ['GET', '/api/v2/organization/invites/{email}', 'Get the status of the invite.'],
];

const PLACEHOLDER = 'hsk_live_…';

/** The quick start: a field for the API key, and the first calls to copy. */
export function quickStart(apiDocument: ApiDocument, credentials: Credentials): HTMLElement {
  const key = h('input', {
    id: 'api-key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: PLACEHOLDER,
    value: credentials.get('apiKey'),
  });
  // The field takes effect on input, so the form has nothing to submit.
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
    h('h2', {}, 'Get started'),
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
          'The key stays in this tab, and “Try it” uses it in all calls below. For a terminal:',
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
  return new CodeBlock('curl', `${entry.title} (quick start)`).set(command).element;
}

/** The beginning of a key, enough to recognize it. */
function masked(apiKey: string): string {
  return apiKey.length > 16 ? `${apiKey.slice(0, 13)}…` : PLACEHOLDER;
}
