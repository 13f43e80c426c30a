import { useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<Value> {
  /** Undefined until the first answer. */
  value: Value | undefined;
  /** The error of the last call; undefined while it has none. */
  error: unknown;
  reload(): Promise<void>;
}

/** Loads a value, anew when an input changes and on `reload`. @param fail called with the error of a call */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  inputs: readonly unknown[],
  fail: (error: unknown) => void = () => undefined,
): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [error, setError] = useState<unknown>();
  const calls = useRef(0);
  const reload = async () => {
    calls.current += 1;
    const call = calls.current;
    setError(undefined);
    try {
      const loaded = await load();
      // Only the last of several calls counts.
      if (call === calls.current) setValue(() => loaded);
    } catch (failure) {
      if (call !== calls.current) return;
      setError(failure);
      fail(failure);
    }
  };
  useEffect(() => {
    void reload();
    return () => {
      calls.current += 1;
    };
  }, inputs);
  return { value, error, reload };
}
