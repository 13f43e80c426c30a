import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { showInVisiblePart } from './visible-part.ts';

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

/** The title of the screen before, which may have been one of another component. */
let former: string | undefined;

/** One state of a page: a heading with a sentence, an error, and the content. */
export function Screen({ eyebrow, title, lead, alert, isQuiet, icon, width, footer, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (title === '') return;
    document.title = title;
    if (former !== undefined && former !== title) {
      // Moving the focus makes screen readers announce the new screen. A frame takes none from the page around it.
      if (document.hasFocus()) heading.current?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
    former = title;
  }, [title]);
  useEffect(() => {
    if (alert !== undefined && place.current) showInVisiblePart(place.current, () => undefined);
  }, [alert]);
  return (
    <div class={['screen', width, isQuiet && 'still'].filter(Boolean).join(' ')}>
      <header>
        {eyebrow && <p class="organization">{eyebrow}</p>}
        <div>
          <LanguageChoice />
        </div>
      </header>
      <main class="stack">
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
        <div role="alert" ref={place}>
          {alert !== undefined && <p class="alert">{alert}</p>}
        </div>
        {children}
      </main>
      {footer && <footer>{footer}</footer>}
    </div>
  );
}
