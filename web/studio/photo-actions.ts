import type { LikedStatus } from '../../shared/contract/photo.ts';
import { h, iconButton, setAttribute } from '../shared/dom.ts';

/** What the member thinks of a headshot. */
export interface Verdict {
  likedStatus: LikedStatus;
  isFavorite: boolean;
}

export interface PhotoHandlers {
  like(likedStatus: LikedStatus): Promise<void>;
  favor(isFavorite: boolean): Promise<void>;
  putAway(): Promise<void>;
}

/** The buttons below a headshot. Liking and loving exclude each other, and each is undone by itself. */
export class PhotoActions {
  readonly element: HTMLElement;
  #verdict: Verdict;
  readonly #like: HTMLElement;
  readonly #love: HTMLElement;
  readonly #favor: HTMLElement;

  constructor(verdict: Verdict, handlers: PhotoHandlers) {
    const toggle = (status: LikedStatus) => () =>
      void handlers.like(this.#verdict.likedStatus === status ? 'none' : status);
    this.#like = iconButton('like', 'Like', toggle('liked'));
    this.#love = iconButton('love', 'Love', toggle('loved'));
    this.#favor = iconButton('star', 'Favorite', () => void handlers.favor(!this.#verdict.isFavorite));
    const putAway = iconButton('bin', 'Put away', () => void handlers.putAway());
    this.element = h('div', { class: 'toolbar' }, this.#like, this.#love, this.#favor, putAway);
    this.#verdict = verdict;
    this.show(verdict);
  }

  show(verdict: Verdict): void {
    this.#verdict = verdict;
    setAttribute(this.#like, 'aria-pressed', String(verdict.likedStatus === 'liked'));
    setAttribute(this.#love, 'aria-pressed', String(verdict.likedStatus === 'loved'));
    setAttribute(this.#favor, 'aria-pressed', String(verdict.isFavorite));
  }
}
