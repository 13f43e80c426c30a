import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** What is measured of an element, anew when the window scrolls, or it or the content of the page changes its size. */
export function useMeasured<Measure extends object>(
  ref: RefObject<HTMLElement | null>,
  measure: (element: HTMLElement) => Measure,
  inputs: readonly unknown[] = [],
): Measure | undefined {
  const [measured, setMeasured] = useState<Measure>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const update = () =>
      setMeasured((former) => {
        const next = measure(element);
        return JSON.stringify(former) === JSON.stringify(next) ? former : next;
      });
    update();
    const observer = new ResizeObserver(update);
    for (const observed of [element, document.body]) observer.observe(observed);
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, inputs);
  return measured;
}
