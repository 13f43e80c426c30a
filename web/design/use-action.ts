import { useState } from 'preact/hooks';

/** Runs an action once at a time, and shows its error. */
export function useAction(fail: (error: unknown) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (action: () => Promise<unknown>) => {
    const focused = document.activeElement;
    setIsBusy(true);
    try {
      await action();
    } catch (error) {
      fail(error);
    } finally {
      setIsBusy(false);
      // A button that was disabled meanwhile has lost the focus, and its dialog the keys.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && focused instanceof HTMLElement)
          focused.focus({ preventScroll: true });
      });
    }
  };
  return { isBusy, run };
}
