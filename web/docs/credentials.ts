import { store } from '../service/store.ts';

/** The admin page uses the same name, so its users need not paste the key again. */
const API_KEY = 'headshots.api-key';
const OTHERS = 'headshots.docs.';

/** The credentials of calls, by security scheme. They are kept in this tab only. */
export class Credentials {
  readonly #values = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  get(scheme: string): string {
    return this.#values.get(scheme) ?? store()?.getItem(itemOf(scheme)) ?? '';
  }

  set(scheme: string, value: string): void {
    this.#values.set(scheme, value);
    if (value === '') store()?.removeItem(itemOf(scheme));
    else store()?.setItem(itemOf(scheme), value);
    for (const listener of this.#listeners) listener();
  }

  /** @returns a function that ends the calls of the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function itemOf(scheme: string): string {
  return scheme === 'apiKey' ? API_KEY : OTHERS + scheme;
}

/**
 * The shell variable that holds the credential in snippets, which keeps it off the screen and out of most
 * commands.
 */
export function variableOf(scheme: string): string {
  return scheme === 'apiKey' ? 'API_KEY' : 'SESSION';
}
