import type { Parameter } from '../../shared/contract/openapi/types.ts';
import { confirmed, fill, h, setAttribute } from '../shared/dom.ts';
import type { ApiDocument, Entry } from './api-document.ts';
import { CodeBlock, jsonBlock } from './code.ts';
import type { Credentials } from './credentials.ts';
import type { IdCache } from './id-cache.ts';
import { type Answer, curlOf, type Draft, send } from './request.ts';

/** State that all sections of the page share. */
export interface Shared {
  credentials: Credentials;
  idCache: IdCache;
}

/** The right column of an operation: the command to copy, a form to try it, and the response. */
export class Trial {
  readonly element: HTMLElement;
  readonly #entry: Entry;
  readonly #shared: Shared;
  readonly #draft: Draft;
  readonly #command: CodeBlock;
  readonly #answer = h('div', { class: 'answer' });
  readonly #sendButton = h('button', { class: 'primary' }, 'Send');

  constructor(apiDocument: ApiDocument, entry: Entry, shared: Shared) {
    this.#entry = entry;
    this.#shared = shared;
    const body = entry.operation.requestBody?.content['application/json'];
    this.#draft = {
      path: {},
      query: {},
      body: body && JSON.stringify(body.example, undefined, 2),
    };
    this.#command = new CodeBlock('curl', entry.title);
    const form = this.#form();
    this.#showCommand();
    this.#showExample(apiDocument);
    this.element = h(
      'div',
      { class: 'trial' },
      this.#command.element,
      h('details', { class: 'try' }, h('summary', {}, 'Try it'), form),
      this.#answer,
    );
  }

  #form(): HTMLElement {
    const { parameters, scheme, id, title } = this.#entry;
    const submit = (event: Event) => {
      event.preventDefault();
      void this.#send();
    };
    return h(
      'form',
      { 'aria-label': `Try it: ${title}`, submit },
      this.#credential(scheme),
      ...parameters.filter(({ in: place }) => place === 'path').map((one) => this.#pathInput(one)),
      ...parameters.filter(({ in: place }) => place === 'query').map((one) => this.#queryInput(one)),
      this.#draft.body !== undefined && this.#bodyInput(`${id}-body`),
      this.#sendButton,
    );
  }

  /** A field for a session. The field for the API key is at the top of the page. */
  #credential(scheme: string | undefined): HTMLElement | false {
    if (scheme === undefined) return false;
    const { credentials } = this.#shared;
    if (scheme === 'apiKey') {
      const notice = h(
        'p',
        { class: 'hint' },
        h('a', { href: '#introduction' }, 'Paste your API key'),
        ' to try it.',
      );
      const update = () => setAttribute(notice, 'hidden', credentials.get(scheme) !== '');
      credentials.onChange(update);
      update();
      return notice;
    }
    const input = h('input', { type: 'password', autocomplete: 'off', value: credentials.get(scheme) });
    input.addEventListener('input', () => credentials.set(scheme, input.value.trim()));
    return h('label', { class: 'field' }, h('span', {}, 'Session'), input);
  }

  #pathInput({ name, example }: Parameter): HTMLElement {
    const input = h('input', { required: true, spellcheck: 'false', autocomplete: 'off' });
    let isEdited = false;
    const { path } = this.#draft;
    const take = () => {
      if (!isEdited) input.value = this.#shared.idCache.get(name) ?? String(example ?? '');
      path[name] = input.value;
      this.#showCommand();
    };
    input.addEventListener('input', () => {
      isEdited = true;
      take();
    });
    this.#shared.idCache.onLearned(take);
    take();
    return h('label', { class: 'field' }, h('span', {}, name), input);
  }

  #queryInput({ name, schema }: Parameter): HTMLElement {
    const { query } = this.#draft;
    const input = h('input', {
      spellcheck: 'false',
      autocomplete: 'off',
      placeholder: schema.default === undefined ? '' : String(schema.default),
    });
    input.addEventListener('input', () => {
      query[name] = input.value;
      this.#showCommand();
    });
    return h('label', { class: 'field' }, h('span', {}, name, h('i', {}, ' optional')), input);
  }

  #bodyInput(id: string): HTMLElement {
    const lines = (this.#draft.body ?? '').split('\n').length;
    const input = h('textarea', { id, rows: Math.min(lines + 1, 16), spellcheck: 'false' });
    input.value = this.#draft.body ?? '';
    input.addEventListener('input', () => {
      this.#draft.body = input.value;
      this.#showCommand();
    });
    return h('label', { class: 'field', for: id }, h('span', {}, 'Body'), input);
  }

  #showCommand(): void {
    this.#command.set(curlOf(this.#entry, this.#draft));
  }

  #showExample(apiDocument: ApiDocument): void {
    const success = this.#entry.operation.responses['200'];
    const content = success && apiDocument.response(success)?.content;
    fill(
      this.#answer,
      jsonBlock('Example response', this.#entry.title, content?.['application/json'].example).element,
    );
  }

  async #send(): Promise<void> {
    const { method, title } = this.#entry;
    if (method === 'DELETE' && !(await confirmed(`${title}?`, 'This call deletes real data.', 'Send')))
      return;
    setAttribute(this.#sendButton, 'disabled', true);
    try {
      const answer = await send(this.#entry, this.#draft, this.#shared.credentials);
      if (answer.status === 200) this.#shared.idCache.learn(answer.json);
      this.#showAnswer(answer);
    } catch {
      fill(
        this.#answer,
        h(
          'p',
          { class: 'alert', role: 'alert' },
          'The service cannot be reached. Check your connection and try again.',
        ),
      );
    } finally {
      setAttribute(this.#sendButton, 'disabled', false);
    }
  }

  #showAnswer({ status, headers, text }: Answer): void {
    const shown = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
    fill(
      this.#answer,
      h(
        'p',
        { class: 'status', role: 'status' },
        'Response ',
        h('b', { class: status === 200 ? 'good' : 'bad' }, String(status)),
      ),
      new CodeBlock('Body', this.#entry.title).set(text).element,
      new CodeBlock('Headers', this.#entry.title).set(shown).element,
    );
  }
}
