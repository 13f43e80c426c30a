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
    const update = (event: HashChangeEvent) => {
      if (!stays?.(event)) setRoute(currentRoute());
    };
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return route;
}

let stays: ((move: HashChangeEvent) => boolean) | undefined;

/**
 * Has the desk stay where it is, whatever the address is now, when the function returns true.
 * @returns a function that ends it
 */
export function guardRoute(guard: NonNullable<typeof stays>): () => void {
  stays = guard;
  return () => {
    stays = undefined;
  };
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
