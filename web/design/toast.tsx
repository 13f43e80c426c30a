import { render } from 'preact';
import { showInVisiblePart } from './visible-part.ts';

/** Shows a message for a few seconds. Screen readers announce it. */
export function say(sentence: string): void {
  const toast = document.querySelector<HTMLElement>('.toast') ?? newToast();
  // Elements behind an open dialog are neither visible nor announced. The last of nested dialogs is on top.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(toast);
  // Emptying the element first makes screen readers announce the same message again.
  render(null, toast);
  requestAnimationFrame(() => showInVisiblePart(toast, () => render(<span>{sentence}</span>, toast)));
}

function newToast(): HTMLElement {
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.setAttribute('role', 'status');
  return toast;
}
