import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { LanguageChoice } from './language-choice.tsx';

interface ScreenProps {
  /** The name of the organization, or nothing. */
  eyebrow?: ComponentChildren;
  /** Empty while the screen is loading. */
  title: string;
  lead: ComponentChildren;
  /** An error to show above the content. */
  alert?: string | undefined;
  /** True for a screen that consists of little more than a sentence. */
  isQuiet?: boolean;
  /** Shown above the title. */
  icon?: IconName | undefined;
  /** Sets the width of the screen: `narrow` for forms, `wide` for galleries. */
  width?: 'narrow' | 'wide';
  /** Links and buttons below the content. */
  footer?: ComponentChildren;
  children?: ComponentChildren;
}

/** One state of a page: a heading with a sentence, an error, and the content. */
export function Screen({ eyebrow, title, lead, alert, isQuiet, icon, width, footer, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const former = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (title === '') return;
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
        <div>
          <LanguageChoice />
        </div>
      </header>
      <main>
        <div class={title === '' ? 'intro loading' : 'intro'}>
          {icon && (
            <span class="emblem">
              <Icon name={icon} />
            </span>
          )}
          {title !== '' && (
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
          )}
          <p class="lead">{lead}</p>
        </div>
        <div role="alert">{alert !== undefined && <p class="alert">{alert}</p>}</div>
        {children}
      </main>
      {footer && <footer>{footer}</footer>}
    </div>
  );
}
