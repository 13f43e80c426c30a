import { useEffect, useState } from 'preact/hooks';

/** The part of the page that the fragment of the address names: `#/deliveries/msg_1`. */
export interface Route {
  /** Empty for the address of the page itself. */
  section: string;
  /** The id of one resource in the section. */
  id: string | undefined;
}

/** The address of a section, or of one resource in it. */
export function addressOf(section: string, id?: string): string {
  return id === undefined ? `#/${section}` : `#/${section}/${encodeURIComponent(id)}`;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const update = async ({ oldURL, newURL }: HashChangeEvent) => {
      if (guard) {
        history.replaceState(null, '', oldURL);
        if (!(await mayLeave())) return;
        history.replaceState(null, '', newURL);
      }
      setRoute(currentRoute());
    };
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return route;
}

let guard: (() => Promise<boolean>) | undefined;

/**
 * Has the desk stay as it is, whatever the address is now, unless the function resolves to true.
 * @returns a function that ends it
 */
export function guardRoute(guarding: typeof mayLeave): () => void {
  guard = guarding;
  return () => {
    guard = undefined;
  };
}

/** Whether what is shown can be left: asks where changes would be lost. */
export async function mayLeave(): Promise<boolean> {
  return guard === undefined || guard();
}

export function currentRoute(): Route {
  const [, section = '', id] = location.hash.split('/');
  return { section, id: id === undefined || id === '' ? undefined : decoded(id) };
}

/** A malformed escape is no id of ours: it stays as it is, and is not found. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
