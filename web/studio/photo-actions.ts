import type { LikedStatus } from '../../shared/contract/photo.ts';
import { h, iconButton, setAttribute } from '../shared/dom.ts';

/** The member's rating of a headshot. */
export interface Rating {
  likedStatus: LikedStatus;
  isFavorite: boolean;
}

export interface PhotoHandlers {
  like(likedStatus: LikedStatus): Promise<void>;
  favor(isFavorite: boolean): Promise<void>;
  putAway(): Promise<void>;
}

/**
 * The buttons below a headshot. Like and Love exclude each other, and a second click on either one undoes it.
 */
export class PhotoActions {
  readonly element: HTMLElement;
  #rating: Rating;
  readonly #like: HTMLElement;
  readonly #love: HTMLElement;
  readonly #favor: HTMLElement;

  constructor(rating: Rating, handlers: PhotoHandlers) {
    const toggle = (status: LikedStatus) => () =>
      void handlers.like(this.#rating.likedStatus === status ? 'none' : status);
    this.#like = iconButton('like', 'Like', toggle('liked'));
    this.#love = iconButton('love', 'Love', toggle('loved'));
    this.#favor = iconButton('star', 'Favorite', () => void handlers.favor(!this.#rating.isFavorite));
    const putAway = iconButton('bin', 'Put away', () => void handlers.putAway());
    this.element = h('div', { class: 'toolbar' }, this.#like, this.#love, this.#favor, putAway);
    this.#rating = rating;
    this.show(rating);
  }

  show(rating: Rating): void {
    this.#rating = rating;
    setAttribute(this.#like, 'aria-pressed', String(rating.likedStatus === 'liked'));
    setAttribute(this.#love, 'aria-pressed', String(rating.likedStatus === 'loved'));
    setAttribute(this.#favor, 'aria-pressed', String(rating.isFavorite));
  }
}
