import { h } from '../shared/dom.ts';

/** Renders the part of CommonMark that descriptions use: headings, paragraphs and `code`. */
export function markdown(text: string): HTMLElement[] {
  return text.split(/\n{2,}|(?<=^## .*)\n/m).flatMap((block) => {
    const heading = /^## (.*)$/.exec(block)?.[1];
    if (heading) return [h('h2', {}, heading)];
    return block.trim() === '' ? [] : [h('p', {}, ...inline(block))];
  });
}

/** Renders text between backticks as code. */
export function inline(text: string): (string | HTMLElement)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? h('code', {}, part) : part));
}
