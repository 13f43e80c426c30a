/**
 * Makes a value at its first use and keeps it for as long as the function's environment lasts. A promise that
 * is rejected is made anew by the next call.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    if (made) return made.value;
    made = { value: make() };
    if (made.value instanceof Promise) made.value.catch(() => (made = undefined));
    return made.value;
  };
}
