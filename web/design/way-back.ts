import { useEffect, useRef } from 'preact/hooks';

/** The functions that close the open views, the topmost view last. */
let views: (() => void)[] = [];

/** Whether the page is on its way to a former entry of the history, since a view was closed by other means. */
let isReturning = false;

/**
 * Has the way back of the browser, such as the gesture of a phone, close a view that covers the page. Without it the page
 * would be left. Each view adds an entry to the history, whose state counts the views.
 */
export function useWayBack(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const view = () => latest.current();
    views.push(view);
    settle();
    return () => {
      views = views.filter((each) => each !== view);
      settle();
    };
  }, []);
}

/** Brings the history to the entry of the views that are open. */
function settle(): void {
  if (isReturning) return;
  const missing = views.length - viewsOfEntry();
  // The page stays where it is, or where the view that was closed has led.
  history.scrollRestoration = 'manual';
  if (missing > 0) history.pushState({ ...history.state, views: views.length }, '');
  isReturning = missing < 0;
  if (isReturning) history.go(missing);
}

function viewsOfEntry(): number {
  return history.state?.views ?? 0;
}

addEventListener('popstate', () => {
  if (!isReturning) for (const close of views.splice(viewsOfEntry()).reverse()) close();
  isReturning = false;
  settle();
});
