import type { ModelStatus } from '../../shared/contract/schemas.ts';
import type { listModels } from '../../shared/contract/v2/models.ts';
import type { Answer } from '../service/api.ts';
import { fill, h, icon, setAttribute } from '../shared/dom.ts';

export type ModelRecord = Answer<typeof listModels>['models'][number];

const STATUS_LABELS: Readonly<Record<ModelStatus, string>> = {
  onboarding: 'Uploading',
  waiting: 'Waiting',
  pending: 'Training',
  generatingHeadshots: 'Generating',
  active: 'Active',
  failed: 'Failed',
  deleted: 'Deleted',
};

/** The prefix of a white-label user's uid. Other users have no signedUrl. */
const WHITE_LABEL = 'anon_';

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** One model in the list. `show` updates the row in place. */
export class ModelRow {
  readonly element: HTMLElement;
  readonly #favorite = h('span', { class: 'avatar' }, icon('person'));
  readonly #person = h('td', { class: 'person' });
  readonly #status = h('span', { class: 'status' });
  readonly #photos = h('td', { class: 'number', 'data-label': 'photos' });
  readonly #created = h('td', { class: 'when' });
  readonly #open: HTMLElement;
  #thumbnail: string | undefined;

  constructor(open: () => void) {
    this.#open = h('button', { type: 'button', class: 'quiet', click: open }, 'Open');
    this.element = h(
      'tr',
      {},
      h('td', { class: 'image' }, this.#favorite),
      this.#person,
      h('td', {}, this.#status),
      this.#photos,
      this.#created,
      h('td', { class: 'action' }, this.#open),
    );
  }

  show(model: ModelRecord): void {
    fill(
      this.#person,
      h(
        'div',
        { class: 'name' },
        h('b', {}, model.title || 'Deleted'),
        model.isDevelopment === true && h('span', { class: 'badge' }, 'Test'),
      ),
      h('div', { class: 'email' }, model.email),
    );
    this.#status.className = `status ${model.status}`;
    fill(this.#status, STATUS_LABELS[model.status]);
    fill(this.#photos, String(model.photoCount));
    fill(this.#created, WHEN.format(new Date(model.createdAt)));
    setAttribute(this.#open, 'hidden', !model.uid.startsWith(WHITE_LABEL) || model.status === 'deleted');
    setAttribute(this.#open, 'aria-label', `Open the page of ${model.email}`);
    if (!model.hasFavorite) this.showFavorite(undefined);
  }

  showFavorite(thumbnail: string | undefined): void {
    if (thumbnail === this.#thumbnail) return;
    this.#thumbnail = thumbnail;
    fill(
      this.#favorite,
      thumbnail === undefined ? icon('person') : h('img', { src: thumbnail, alt: 'Favorite' }),
    );
  }
}
