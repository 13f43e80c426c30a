import { useLayoutEffect } from 'preact/hooks';
import { currentRoute } from './route.ts';

/** The events by which a user scrolls or goes on. */
const MOVES = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Begins a section at its top, or where it was left for a person or another one of its resources.
 * @param places where the sections were left, by their addresses
 */
export function usePlace(address: string, places: Map<string, number>): void {
  // The place is read before another section has shortened the page.
  useLayoutEffect(() => {
    const place = places.get(address) ?? 0;
    // The page is as long as it was once its rows are read again.
    const growing = new ResizeObserver(() => {
      scrollTo({ top: place });
      if (scrollY >= place - 1) stay();
    });
    const stay = () => growing.disconnect();
    growing.observe(document.body);
    for (const move of MOVES) addEventListener(move, stay);
    return () => {
      stay();
      for (const move of MOVES) removeEventListener(move, stay);
      places.set(address, currentRoute().id === undefined ? 0 : scrollY);
    };
  }, []);
}
