import { store } from '../shared/store.ts';

/** The admin page keeps the key under the same name: one who comes from there need not paste it again. */
const API_KEY = 'headshots.api-key';
const OTHERS = 'headshots.docs.';

/** What calls are authorized with, by security scheme. It stays in this tab. */
export class Credentials {
  readonly #values = new Map<string, string>();
  readonly #listeners: (() => void)[] = [];

  get(scheme: string): string {
    return this.#values.get(scheme) ?? store()?.getItem(itemOf(scheme)) ?? '';
  }

  set(scheme: string, value: string): void {
    this.#values.set(scheme, value);
    if (value === '') store()?.removeItem(itemOf(scheme));
    else store()?.setItem(itemOf(scheme), value);
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

function itemOf(scheme: string): string {
  return scheme === 'apiKey' ? API_KEY : OTHERS + scheme;
}

/** The variable by which snippets name the credential, so that none is on the screen or in a shell's history twice. */
export function variableOf(scheme: string): string {
  return scheme === 'apiKey' ? 'API_KEY' : 'SESSION';
}
