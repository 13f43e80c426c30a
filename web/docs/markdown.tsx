import type { ComponentChildren } from 'preact';

/** Renders the part of CommonMark that descriptions use: headings, paragraphs and `code`. */
export function Markdown({ text }: { text: string }) {
  return (
    <>
      {text.split(/\n{2,}|(?<=^## .*)\n/m).map((block) => {
        const heading = /^## (.*)$/.exec(block)?.[1];
        if (heading) return <h2 key={block}>{heading}</h2>;
        return block.trim() === '' ? null : <p key={block}>{inline(block)}</p>;
      })}
    </>
  );
}

/** Renders text between backticks as code. */
export function inline(text: string): ComponentChildren[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}
