import { render } from 'preact';

/** Shows a message for a few seconds. Screen readers announce it. */
export function say(sentence: string): void {
  const toast = document.querySelector('.toast') ?? newToast();
  // Elements behind an open dialog are neither visible nor announced.
  (document.querySelector('dialog[open]') ?? document.body).append(toast);
  // Emptying the element first makes screen readers announce the same message again.
  render(null, toast);
  requestAnimationFrame(() => render(<span>{sentence}</span>, toast));
}

function newToast(): HTMLElement {
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.setAttribute('role', 'status');
  return toast;
}
