/**
 * Keeps a modal dialog in the part of the page that can be seen. In the frame of a partner the page is as high as its
 * content, and the page around it scrolls: the middle of the frame may be far away.
 */
export function placeInVisiblePart(dialog: HTMLElement): void {
  if (window.parent === window) return;
  // An observer's first answer tells the visible part, also to a page of another origin than the one around it.
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (!entry) return;
    const { intersectionRect: visible, boundingClientRect: whole } = entry;
    if (visible.height === 0) return;
    const set = (name: string, pixels: number) => dialog.style.setProperty(name, `${Math.max(0, pixels)}px`);
    set('--visible-top', visible.top);
    set('--visible-bottom', Math.max(whole.bottom, innerHeight) - visible.bottom);
    set('--visible-height', visible.height);
  });
  observer.observe(document.documentElement);
}
