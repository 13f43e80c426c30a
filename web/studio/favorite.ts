import { store } from '../shared/store.ts';

const PREFIX = 'headshots.favorite.';

/** Which headshot was chosen on this page. The service tells members that there is one, but not which. */
export class Favorite {
  readonly #key: string;
  #photoId: string | undefined;

  constructor(modelId: string) {
    this.#key = PREFIX + modelId;
    this.#photoId = store()?.getItem(this.#key) ?? undefined;
  }

  get isKnown(): boolean {
    return this.#photoId !== undefined;
  }

  is(photoId: string): boolean {
    return this.#photoId === photoId;
  }

  set(photoId: string | undefined): void {
    this.#photoId = photoId;
    if (photoId === undefined) store()?.removeItem(this.#key);
    else store()?.setItem(this.#key, photoId);
  }
}
