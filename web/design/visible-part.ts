/**
 * Shows an element in the part of the page that can be seen. In the frame of a partner the page is as high as its
 * content, and the page around it scrolls: the middle of the frame may be far away, and so may its end.
 */
export function showInVisiblePart(element: HTMLElement, show: () => void): void {
  if (window.parent === window) {
    show();
    return;
  }
  // An observer's first answer tells the visible part, also to a page of another origin than the one around it. The
  // element is shown after it, since the focus in a dialog would scroll the page around the frame.
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (!element.isConnected) return;
    if (entry && entry.intersectionRect.height > 0) setPlace(element, entry);
    show();
  });
  observer.observe(document.documentElement);
}

/**
 * Shows an element in the visible part for as long as it is open. The frame changes its height with its content, as when
 * a headshot is put away in the large view, and a low end of the page scrolls the page around it.
 * @returns a function that ends it
 */
export function keepInVisiblePart(element: HTMLElement, show: () => void): () => void {
  showInVisiblePart(element, show);
  const follow = () => showInVisiblePart(element, () => undefined);
  addEventListener('resize', follow);
  return () => removeEventListener('resize', follow);
}

function setPlace(element: HTMLElement, { intersectionRect: visible }: IntersectionObserverEntry): void {
  const set = (name: string, pixels: number) => element.style.setProperty(name, `${Math.max(0, pixels)}px`);
  set('--visible-top', visible.top);
  set('--visible-bottom', innerHeight - visible.bottom);
  set('--visible-height', visible.height);
}
