/**
 * Gives the focus to what has taken the place of the element that had it, such as the next row: the keys would begin at the
 * top of the page, and a screen reader would say nothing.
 * @returns a function that ends it
 */
export function keepFocus(part: HTMLElement): () => void {
  let last: Element | null = null;
  const remember = () => {
    last = document.activeElement;
  };
  // A press beside everything takes the focus from it.
  const forget = () => {
    last = null;
  };
  const observer = new MutationObserver((removals) => {
    if (document.activeElement !== document.body) return;
    const removal = removals.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(last)),
    );
    if (!removal) return;
    const { previousSibling: before, target } = removal;
    const next = before?.isConnected ? before.nextSibling : target.firstChild;
    const place = [next, before, target, part].find(
      (node) => node instanceof HTMLElement && node.isConnected,
    );
    if (!(place instanceof HTMLElement)) return;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
  observer.observe(part, { childList: true, subtree: true });
  part.addEventListener('focusin', remember);
  addEventListener('pointerdown', forget);
  return () => {
    observer.disconnect();
    removeEventListener('pointerdown', forget);
  };
}
