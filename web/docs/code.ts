import { h, say } from '../shared/dom.ts';

/** A block of code with a copy button. */
export class CodeBlock {
  readonly element: HTMLElement;
  readonly #code = h('code');
  #copied = '';

  /**
   * @param title The caption above the code. @param label Distinguishes the block from others on the page.
   */
  constructor(title: string, label: string) {
    const name = `${title}: ${label}`;
    const copy = h(
      'button',
      { type: 'button', class: 'copy', 'aria-label': `Copy ${name}`, click: () => void this.#copy() },
      'Copy',
    );
    // A region that scrolls has to be reachable by keyboard.
    const scroller = h('pre', { tabindex: 0, role: 'region', 'aria-label': name }, this.#code);
    this.element = h('div', { class: 'code' }, h('p', { class: 'code-top' }, title, copy), scroller);
  }

  /** @param copied The text to copy, when it differs from the text that is shown. */
  set(shown: string, copied = shown): this {
    this.#code.replaceChildren(...coloured(shown));
    this.#copied = copied;
    return this;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#copied);
      say('Copied');
    } catch {
      say('The browser blocked copying: select the text and copy it with the keyboard.');
    }
  }
}

export function jsonBlock(title: string, label: string, value: unknown): CodeBlock {
  return new CodeBlock(title, label).set(JSON.stringify(value, undefined, 2));
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g;

/** Colours the names and values of JSON. Other text stays unchanged. */
function coloured(text: string): (string | HTMLElement)[] {
  if (!/^[[{]/.test(text)) return [text];
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKENS)) {
    parts.push(text.slice(end, index));
    const kind = quoted === undefined ? 'literal' : colon === undefined ? 'text' : 'name';
    parts.push(h('span', { class: kind }, quoted ?? token), colon ?? '');
    end = index + token.length;
  }
  parts.push(text.slice(end));
  return parts;
}
