/**
 * Shows a modal dialog in the part of the page that can be seen. In the frame of a partner the page is as high as its
 * content, and the page around it scrolls: the middle of the frame may be far away.
 */
export function showInVisiblePart(dialog: HTMLDialogElement): void {
  if (window.parent === window) {
    dialog.showModal();
    return;
  }
  // An observer's first answer tells the visible part, also to a page of another origin than the one around it. The
  // dialog is shown after it, since the focus in it would scroll the page around the frame.
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (!dialog.isConnected) return;
    if (entry && entry.intersectionRect.height > 0) setPlace(dialog, entry);
    dialog.showModal();
  });
  observer.observe(document.documentElement);
}

function setPlace(dialog: HTMLElement, { intersectionRect: visible }: IntersectionObserverEntry): void {
  const set = (name: string, pixels: number) => dialog.style.setProperty(name, `${Math.max(0, pixels)}px`);
  set('--visible-top', visible.top);
  set('--visible-bottom', innerHeight - visible.bottom);
  set('--visible-height', visible.height);
}
