import type { ComponentChildren } from 'preact';

/** Renders the part of CommonMark that descriptions of the reference use: headings, paragraphs and `code`. */
export function Markdown({ text }: { text: string }) {
  return (
    <>
      {text.split(/\n{2,}|\n(?<=^## .*\n)/m).map((block) => {
        const heading = /^## (.*)$/.exec(block)?.[1];
        if (heading)
          return (
            <h2 key={block} lang="en">
              {heading}
            </h2>
          );
        if (block.trim() === '') return null;
        return (
          <p key={block} lang="en">
            {inline(block)}
          </p>
        );
      })}
    </>
  );
}

/** Renders text between backticks as code. */
export function inline(text: string): ComponentChildren[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}
