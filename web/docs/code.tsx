import type { ComponentChildren } from 'preact';
import { scroller, useCopy } from '../design/copy.ts';
import { OneOf } from '../design/one-of.tsx';
import { common } from '../text/common.ts';
import { docs } from '../text/docs.ts';
import { useText } from '../text/language.tsx';
import { useCodeLanguage } from './shared.ts';
import { CODE_LANGUAGES } from './snippets.ts';

/** The language of all snippets. */
export function CodeLanguageChoice() {
  const { language, choose } = useCodeLanguage();
  const { codeLanguage } = useText(docs);
  return (
    <OneOf class="segments" label={codeLanguage} names={CODE_LANGUAGES} chosen={language} choose={choose} />
  );
}

interface CodeBlockProps {
  /** The caption above the code. */
  title: string;
  /** Distinguishes the block from others on the page. */
  label: string;
  code: string;
  /** The text to copy, when it differs from the text that is shown. */
  copied?: string;
}

/** A block of code with a copy button. */
export function CodeBlock({ title, label, code, copied = code }: CodeBlockProps) {
  const text = useText(docs);
  const name = `${title}: ${label}`;
  const { copy: copyLabel } = useText(common);
  const copy = useCopy();
  return (
    <div class="code">
      <p class="code-top">
        {title}
        <button type="button" class="copy" aria-label={text.copyOf(name)} onClick={() => void copy(copied)}>
          {copyLabel}
        </button>
      </p>
      <pre {...scroller(name)}>
        <code>{coloured(code)}</code>
      </pre>
    </div>
  );
}

export function JsonBlock({ title, label, value }: { title: string; label: string; value: unknown }) {
  return <CodeBlock title={title} label={label} code={JSON.stringify(value, undefined, 2) ?? ''} />;
}

// Without its last quote a text is a token, too: to search for the quote again from each one would take long.
const TOKENS = /("(?:[^"\\]|\\.)*"?)(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g;

/** Colours the names and values of JSON. Other text stays unchanged. */
function coloured(text: string): ComponentChildren {
  if (!/^[[{]/.test(text)) return text;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKENS)) {
    const kind = quoted === undefined ? 'literal' : colon === undefined ? 'text' : 'name';
    parts.push(text.slice(end, index), <span class={kind}>{quoted ?? token}</span>, colon);
    end = index + token.length;
  }
  parts.push(text.slice(end));
  return parts;
}
