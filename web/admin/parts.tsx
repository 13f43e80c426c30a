import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { scroller, useCopy } from '../design/copy.ts';
import { Button } from '../design/icon.tsx';
import { useAction } from '../design/use-action.ts';
import type { Loaded } from '../design/use-loaded.ts';
import { admin } from '../text/admin.ts';
import { common } from '../text/common.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { useDesk, usePolling } from './desk.ts';

interface ShowProps<Value> {
  loaded: Loaded<Value>;
  /** The sentence in the place of a list without entries. */
  empty?: string;
  /** Whether that sentence is a card of its own. */
  isCard?: true;
  children(value: Value): ComponentChildren;
}

/** Shows what a section has loaded: a pause for the first answer, or a button to try again after an error. */
export function Show<Value>({ loaded, empty, isCard, children }: ShowProps<Value>) {
  const { value, error, reload } = loaded;
  const { loading, tryAgain } = useText(common);
  const isEmpty = Array.isArray(value) && value.length === 0;
  if (isEmpty && empty) return <p class={isCard ? 'card empty' : 'empty'}>{empty}</p>;
  if (value !== undefined) return <>{children(value)}</>;
  if (error === undefined) return <p class="pause">{loading}</p>;
  return <Button icon="retry" label={tryAgain} onClick={() => void reload()} />;
}

/** Milliseconds between two reads of what is about to change. */
const PAUSE = 3000;

/** Reads again and again what is about to change, while it is shown. */
export function Awaited({ reload }: { reload(): Promise<void> }) {
  const { api } = useDesk();
  const latest = useRef(reload);
  latest.current = reload;
  usePolling(async () => {
    await latest.current();
    return PAUSE;
  }, [api]);
  return null;
}

/** A text to copy, in a field that can be selected. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { copy: copyLabel } = useText(common);
  const copy = useCopy();
  const field = useRef<HTMLInputElement>(null);
  const selectAndCopy = () => {
    field.current?.select();
    void copy(value);
  };
  return (
    <div class="copy">
      <input ref={field} readOnly aria-label={label} value={value} />
      <Button icon="copy" label={copyLabel} onClick={selectAndCopy} />
    </div>
  );
}

/** A time of the service, in the language of the page and the time zone of the browser. */
export function Time({ at }: { at: string }) {
  const { language } = useLanguage();
  return <time dateTime={at}>{timeText(at, language)}</time>;
}

/** Times after their words, each on a line of its own. What has not happened has none. */
export function Times({ of }: { of: readonly (readonly [words: string, at: string | null])[] }) {
  return (
    <>
      {of.map(
        ([words, at]) =>
          at !== null && (
            <span key={words} class="line">
              {words} <Time at={at} />
            </span>
          ),
      )}
    </>
  );
}

export function timeText(at: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

/** A button that loads the next page of a list, while there is one. */
export function More({ more }: { more: (() => Promise<void>) | undefined }) {
  const text = useText(admin).list;
  const { isBusy, run } = useAction(() => undefined);
  if (more === undefined) return null;
  return <Button label={text.more} disabled={isBusy} onClick={() => void run(more)} />;
}

/** A text of a program, which scrolls when it is long. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <pre class="code" {...scroller(label)}>
      {text}
    </pre>
  );
}
