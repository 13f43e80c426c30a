import { useState } from 'preact/hooks';
import type { Api } from '../service/api.ts';
import { useDesk } from './desk.ts';

/**
 * A state that a section finds again for as long as the desk is open: what a list was filtered by, on the way back from
 * one of its people.
 * @returns the hook of the section
 */
export function keptState<Value>(initial: Value) {
  const values = new WeakMap<Api, Value>();
  return () => {
    const { api } = useDesk();
    const [value, setValue] = useState(() => values.get(api) ?? initial);
    const keep = (next: Value) => {
      values.set(api, next);
      setValue(() => next);
    };
    return [value, keep] as const;
  };
}
