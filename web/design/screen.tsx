import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LanguageChoice } from './language-choice.tsx';

interface ScreenProps {
  /** The name of the organization, or nothing. */
  eyebrow?: ComponentChildren;
  title: string;
  lead: ComponentChildren;
  /** An error to show above the content. */
  alert?: string | undefined;
  /** True for a screen that consists of little more than a sentence. */
  isQuiet?: boolean;
  /** Sets the width of the screen: `narrow` for forms, `wide` for galleries. */
  width?: 'narrow' | 'wide';
  /** Links and buttons below the content. The choice of the language follows them. */
  footer?: ComponentChildren;
  children?: ComponentChildren;
}

/** One state of a page: a heading with a sentence, an error, and the content. */
export function Screen({ eyebrow, title, lead, alert, isQuiet, width, footer, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const former = useRef<string | undefined>(undefined);
  useEffect(() => {
    document.title = title;
    // Moving the focus makes screen readers announce the new screen.
    if (former.current !== undefined && former.current !== title) {
      heading.current?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
    former.current = title;
  }, [title]);
  return (
    <div class={['screen', width, isQuiet && 'still'].filter(Boolean).join(' ')}>
      <header>
        {eyebrow && <p class="organization">{eyebrow}</p>}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p class="lead">{lead}</p>
      </header>
      <div role="alert">{alert !== undefined && <p class="alert">{alert}</p>}</div>
      <main>{children}</main>
      <footer>
        {footer}
        <LanguageChoice />
      </footer>
    </div>
  );
}
