import { fill, h, icon, iconButton } from '../shared/dom.ts';
import type { Headshot } from './headshot.ts';
import type { PhotoActions, Rating } from './photo-actions.ts';

/** Shows one headshot as large as the window allows. Arrow keys show the others, and Escape closes it. */
export class Lightbox {
  readonly #headshots: () => readonly Headshot[];
  readonly #ratingOf: (headshot: Headshot) => Rating;
  readonly #actionsOf: (headshot: Headshot) => PhotoActions;
  readonly #image = h('img', { class: 'enlarged' });
  readonly #place = h('span', { class: 'place', 'aria-live': 'polite' });
  readonly #tools = h('div', { class: 'tools' });
  readonly #dialog: HTMLDialogElement;
  #position = 0;
  #actions: PhotoActions | undefined;

  constructor(
    headshots: () => readonly Headshot[],
    ratingOf: (headshot: Headshot) => Rating,
    actionsOf: (headshot: Headshot) => PhotoActions,
  ) {
    this.#headshots = headshots;
    this.#ratingOf = ratingOf;
    this.#actionsOf = actionsOf;
    this.#dialog = h(
      'dialog',
      {
        class: 'lightbox',
        'aria-label': 'Headshot',
        keydown: (event: KeyboardEvent) => this.#turnBy(event.key),
      },
      h(
        'div',
        { class: 'bar' },
        this.#place,
        iconButton('close', 'Close', () => this.close()),
      ),
      h(
        'div',
        { class: 'stage' },
        iconButton('back', 'Previous headshot', () => this.#show(this.#position - 1)),
        this.#image,
        iconButton('forward', 'Next headshot', () => this.#show(this.#position + 1)),
      ),
      this.#tools,
    );
    this.#dialog.addEventListener('close', () => this.#dialog.remove());
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  open(headshot: Headshot): void {
    document.body.append(this.#dialog);
    this.#show(this.#headshots().indexOf(headshot));
    this.#dialog.showModal();
  }

  close(): void {
    this.#dialog.close();
  }

  /** Shows a rating that has changed. */
  update(): void {
    const headshot = this.#headshots()[this.#position];
    if (headshot) this.#actions?.show(this.#ratingOf(headshot));
  }

  /** Shows the next headshot when the one at `position` was removed. */
  removed(position: number): void {
    if (this.isOpen && position === this.#position) this.#show(position);
  }

  #turnBy(key: string): void {
    if (key === 'ArrowLeft') this.#show(this.#position - 1);
    if (key === 'ArrowRight') this.#show(this.#position + 1);
  }

  /** Shows the headshot at a position. The first one follows the last one. */
  #show(position: number): void {
    const headshots = this.#headshots();
    this.#position = (position + headshots.length) % Math.max(1, headshots.length);
    const headshot = headshots[this.#position];
    if (!headshot) {
      this.close();
      return;
    }
    const number = this.#position + 1;
    this.#image.src = headshot.urls.main;
    this.#image.alt = `Headshot ${number}`;
    fill(this.#place, `${number} of ${headshots.length}`);
    this.#actions = this.#actionsOf(headshot);
    fill(
      this.#tools,
      this.#actions.element,
      // Browsers ignore `download` for other origins and open the file in a new tab instead.
      h(
        'a',
        {
          class: 'primary',
          href: headshot.urls.original,
          download: `headshot-${number}.jpg`,
          target: '_blank',
          rel: 'noopener noreferrer',
        },
        icon('download'),
        'Download',
      ),
    );
  }
}
