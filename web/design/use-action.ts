import { useState } from 'preact/hooks';

/** Runs an action once at a time, and shows its error. */
export function useAction(fail: (error: unknown) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (action: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await action();
    } catch (error) {
      fail(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
