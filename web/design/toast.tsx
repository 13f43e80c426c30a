import { render } from 'preact';
import { showInVisiblePart } from './visible-part.ts';

/** What a message offers as long as it is shown. It has to be possible elsewhere as well. */
export interface Offer {
  label: string;
  accept(): void;
}

/** Shows a message for a few seconds, longer if it offers something. Screen readers announce it. */
export function say(sentence: string, offer?: Offer): void {
  const toast = document.querySelector<HTMLElement>('.toast') ?? newToast();
  // Elements behind an open dialog are neither visible nor announced. The last of nested dialogs is on top.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(toast);
  // Emptying the element first makes screen readers announce the same message again.
  render(null, toast);
  let before: EventTarget | null = null;
  const accept = () => {
    // Without its button, the focus would fall to the page behind a dialog.
    if (before instanceof HTMLElement) before.focus();
    render(null, toast);
    offer?.accept();
  };
  const remember = ({ relatedTarget }: FocusEvent) => {
    before = relatedTarget;
  };
  const message = (
    <p class={offer ? 'offering' : ''}>
      {sentence}
      {offer && (
        <button type="button" class="link" onFocus={remember} onClick={accept}>
          {offer.label}
        </button>
      )}
    </p>
  );
  requestAnimationFrame(() => showInVisiblePart(toast, () => render(message, toast)));
}

/** Takes away what is said, which an error would contradict. */
export function hush(): void {
  const toast = document.querySelector('.toast');
  if (toast) render(null, toast);
}

function newToast(): HTMLElement {
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.setAttribute('role', 'status');
  return toast;
}
