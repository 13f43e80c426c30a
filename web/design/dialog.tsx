import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepInVisiblePart } from './visible-part.ts';

interface DialogProps {
  label: string;
  class: string;
  /** Called when the dialog was closed, also by the Escape key. */
  onClose(): void;
  children: ComponentChildren;
}

/** A modal dialog, open as long as it is rendered. The browser keeps the focus in it, and gives it back. */
export function Dialog({ label, class: name, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog gives the focus back if it is still in the page when it closes: other effects end later.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const end = keepInVisiblePart(element, () => element.showModal());
    return () => {
      end();
      element.close();
    };
  }, []);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // The keyboard closes a dialog by Escape.
    <dialog
      ref={dialog}
      class={name}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={closeOnBackdrop}
    >
      {children}
    </dialog>
  );
}
