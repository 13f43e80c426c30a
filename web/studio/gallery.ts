import type { deleteOwnPhoto, listOwnPhotos, updateOwnPhoto } from '../../shared/contract/member/photos.ts';
import type { LikedStatus } from '../../shared/contract/photo.ts';
import type { Answer } from '../shared/api.ts';
import { confirmed, fill, h, icon, say } from '../shared/dom.ts';
import { Lightbox } from './lightbox.ts';
import { PhotoActions, type Verdict } from './photo-actions.ts';
import type { Overview, Studio, View } from './view.ts';

export type Headshot = Answer<typeof listOwnPhotos>['photos'][number];

/** The most that one request lists. */
const PAGE = 200;

/** The finished headshots: look, like, choose, put away. */
export function galleryView(studio: Studio): View {
  const { api, overview } = studio;
  const grid = h('ul', { class: 'gallery', 'aria-busy': 'true' });
  const cards = new Map<string, { element: HTMLElement; actions: PhotoActions }>();
  let favoritePhotoId = overview.favoritePhotoId;
  const isFavorite = (photoId: string) => photoId === favoritePhotoId;
  let headshots: Headshot[] = [];
  const lightbox = new Lightbox(() => headshots, verdictOf, actionsOf);

  void load().catch(studio.fail);

  async function load(): Promise<void> {
    const first = await pageFrom(0);
    const pages = [first];
    for (let offset = PAGE; offset < first.pagination.total; offset += PAGE)
      pages.push(await pageFrom(offset));
    headshots = pages.flatMap(({ photos }) => photos);
    for (const headshot of headshots) cards.set(headshot.id, cardOf(headshot));
    fill(grid, ...[...cards.values()].map(({ element }) => element));
    grid.removeAttribute('aria-busy');
  }

  function pageFrom(offset: number) {
    const query = `include=all&limit=${PAGE}&offset=${offset}`;
    return api.call<typeof listOwnPhotos>('GET', `/api/member/photos?${query}`);
  }

  function cardOf(headshot: Headshot) {
    const number = headshots.indexOf(headshot) + 1;
    const actions = actionsOf(headshot);
    const { thumbnail, main } = headshot.urls;
    const element = h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'open',
          'aria-label': `Open headshot ${number}`,
          click: () => lightbox.open(headshot),
        },
        h('img', {
          src: thumbnail ?? main,
          // Phones show two in a row, and with dense screens the small one would be blurred.
          srcset: thumbnail && `${thumbnail} 320w, ${main} 1024w`,
          sizes: '(max-width: 600px) 50vw, 210px',
          alt: `Headshot ${number}`,
          loading: 'lazy',
          width: 320,
          height: 400,
        }),
        h('span', { class: 'crown' }, icon('star'), 'Favorite'),
      ),
      actions.element,
    );
    element.classList.toggle('chosen', isFavorite(headshot.id));
    return { element, actions };
  }

  function verdictOf({ id, likedStatus }: Headshot): Verdict {
    return { likedStatus, isFavorite: isFavorite(id) };
  }

  function actionsOf(headshot: Headshot): PhotoActions {
    return new PhotoActions(verdictOf(headshot), {
      like: (likedStatus) => rate(headshot, { likedStatus }),
      favor: (chosen) => rate(headshot, { favorite: chosen }),
      putAway: () => putAway(headshot),
    });
  }

  async function rate(headshot: Headshot, rating: { likedStatus?: LikedStatus; favorite?: boolean }) {
    try {
      const { photo } = await api.call<typeof updateOwnPhoto>(
        'PUT',
        `/api/member/photos/${headshot.id}`,
        rating,
      );
      headshot.likedStatus = photo.likedStatus;
      if (rating.favorite !== undefined) {
        favoritePhotoId = rating.favorite ? headshot.id : null;
        say(rating.favorite ? 'This is your favorite now.' : 'No favorite is chosen.');
      }
      showVerdicts();
    } catch (error) {
      studio.fail(error);
    }
  }

  function showVerdicts(): void {
    for (const headshot of headshots) {
      const card = cards.get(headshot.id);
      card?.actions.show(verdictOf(headshot));
      card?.element.classList.toggle('chosen', isFavorite(headshot.id));
    }
    lightbox.update();
  }

  async function putAway(headshot: Headshot): Promise<void> {
    const consequence = 'It disappears from your headshots, and cannot be brought back.';
    if (!(await confirmed('Put this headshot away?', consequence, 'Put away'))) return;
    try {
      await api.call<typeof deleteOwnPhoto>('DELETE', `/api/member/photos/${headshot.id}`);
    } catch (error) {
      studio.fail(error);
      return;
    }
    const position = headshots.indexOf(headshot);
    headshots = headshots.filter((other) => other !== headshot);
    if (isFavorite(headshot.id)) favoritePhotoId = null;
    cards.get(headshot.id)?.element.remove();
    cards.delete(headshot.id);
    lightbox.removed(position);
    if (!lightbox.isOpen) focusCard(Math.min(position, headshots.length - 1));
    say('The headshot is put away.');
  }

  /** The button that had the focus is gone: it goes on beside where it was. */
  function focusCard(position: number): void {
    cards
      .get(headshots[position]?.id ?? '')
      ?.element.querySelector('button')
      ?.focus();
  }

  return {
    title: 'Your headshots',
    lead: leadOf(overview),
    content: [grid],
    leave: () => lightbox.close(),
  };
}

function leadOf({ favoritePhotoId, organization }: Overview): string {
  return favoritePhotoId !== null
    ? `You have chosen a favorite for ${organization.name}. Choosing another one takes its place.`
    : `Choose the one that is most you: the favorite is what ${organization.name} will use.`;
}
