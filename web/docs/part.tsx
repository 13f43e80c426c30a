import { type ComponentChildren, createElement } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DEFAULT_LANGUAGE } from '../../shared/contract/languages.ts';
import { useLanguage } from '../text/language.tsx';

interface PartProps {
  as: 'nav' | 'section' | 'article';
  /** True for a part that is rendered at once, however far the reader is. */
  atOnce?: boolean;
  id?: string;
  class: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: ComponentChildren;
}

/** Keeps the built content of an element: when Preact hydrates, it does not write this property. */
const AS_BUILT = { dangerouslySetInnerHTML: { __html: '' } };

/**
 * A part of the page. The build renders all parts, so that the whole page can be read, searched and printed without
 * JavaScript. The browser renders a part again, with its controls and in the reader's language, when the reader comes near:
 * all parts at once would keep a phone busy for seconds.
 */
export function Part({ as, atOnce = false, children, ...attributes }: PartProps) {
  const element = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(isBuild);
  const { language } = useLanguage();
  useEffect(() => {
    if (atOnce || !element.current) return setIsNear(true);
    const observer = new IntersectionObserver(
      (changes) => {
        if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
        setIsNear(true);
        observer.disconnect();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  const lang = isNear ? language : DEFAULT_LANGUAGE;
  return createElement(as, { ...attributes, lang, ref: element, ...(isNear ? { children } : AS_BUILT) });
}

const isBuild = typeof document === 'undefined';
