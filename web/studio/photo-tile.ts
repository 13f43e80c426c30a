import { fill, h, icon, iconButton, setAttribute } from '../shared/dom.ts';
import type { Photo, Uploads } from './uploads.ts';

/** The tile of one upload: its preview, its progress, and the result of its check. */
export class PhotoTile {
  readonly element = h('li');
  readonly #photo: Photo;
  readonly #preview: Preview;
  readonly #caption = h('span', { class: 'caption' });
  readonly #progress = h('progress', { max: 1 });
  readonly #buttons = h('span', { class: 'buttons' });
  readonly #retry: Node;
  readonly #remove: Node;
  #shownState: Photo['state'] | undefined;

  constructor(photo: Photo, uploads: Uploads) {
    this.#photo = photo;
    this.#preview = new Preview(photo);
    this.#progress.setAttribute('aria-label', `${photo.name}: sent`);
    fill(this.element, this.#preview.element, this.#caption, this.#progress, this.#buttons);
    this.#retry = iconButton('retry', `Try ${photo.name} again`, () => void uploads.retry(photo));
    this.#remove = iconButton('close', `Remove ${photo.name}`, () => void uploads.remove(photo));
  }

  /** Refused and broken uploads are listed separately, with their reasons. */
  get isTrouble(): boolean {
    return this.#photo.state === 'refused' || this.#photo.state === 'broken';
  }

  update(): void {
    const { state, sent, name, reason, file } = this.#photo;
    this.#progress.value = sent;
    if (state === this.#shownState) return;
    this.#shownState = state;
    this.element.className = `photo ${this.isTrouble ? 'trouble' : state}`;
    setAttribute(this.#progress, 'hidden', state !== 'sending');
    fill(
      this.#caption,
      state === 'accepted' && icon('check'),
      state === 'accepted' && h('span', { class: 'unseen' }, `${name}: good`),
      state === 'checking' && 'Checking …',
      state === 'queued' && 'Waiting …',
      this.isTrouble && h('b', {}, name),
      this.isTrouble && h('span', {}, reason ?? ''),
    );
    // An upload cannot be removed while it is checked.
    fill(this.#buttons, state === 'broken' && file && this.#retry, state !== 'checking' && this.#remove);
  }

  release(): void {
    this.#preview.release();
    this.element.remove();
  }
}

/** A preview of the image, or an icon when the browser cannot show it or no longer has the file. */
class Preview {
  readonly element = h('span', { class: 'preview' }, icon('person'));
  readonly #url: string | undefined;

  constructor({ file }: Photo) {
    if (!file) return;
    this.#url = URL.createObjectURL(file);
    const image = h('img', { alt: '', decoding: 'async' });
    image.addEventListener('load', () => fill(this.element, image));
    image.src = this.#url;
  }

  release(): void {
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
  }
}
