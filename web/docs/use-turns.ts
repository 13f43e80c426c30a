import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * Renders a long page piece by piece, so that a phone stays responsive and shows its beginning at once. A link to a piece
 * whose turn has not come has all of them rendered.
 * @param total how many pieces the page has
 * @returns how many of them may be rendered
 */
export function useTurns(total: number): number {
  const isLed = useRef(linked() !== '');
  const [turns, setTurns] = useState(isLed.current ? total : 1);
  useEffect(() => {
    if (turns >= total) return;
    // After a frame, so that the layout of one piece is done before the next is rendered.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => setTurns((before) => Math.max(before, turns + 1))),
    );
    return () => cancelAnimationFrame(frame);
  }, [turns, total]);
  useEffect(() => {
    const follow = () => {
      if (target()) return;
      isLed.current = true;
      setTurns(total);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [total]);
  useLayoutEffect(() => {
    // When the browser looked for the fragment of the address, its piece was not there.
    if (isLed.current && turns >= total) {
      isLed.current = false;
      target()?.scrollIntoView();
    }
  }, [turns, total]);
  return turns;
}

/** The id to which the address leads. */
function linked(): string {
  return decodeURIComponent(location.hash.slice(1));
}

function target(): HTMLElement | null {
  return document.getElementById(linked());
}
