import type { deleteOwnPhoto, listOwnPhotos, updateOwnPhoto } from '../../shared/contract/member/photos.ts';
import type { LikedStatus } from '../../shared/contract/photo.ts';
import { confirmed, fill, h, icon, say } from '../shared/dom.ts';
import type { Headshot } from './headshot.ts';
import { Lightbox } from './lightbox.ts';
import { PhotoActions, type Rating } from './photo-actions.ts';
import type { Overview, Studio, View } from './view.ts';

/** The largest page that the service allows. */
const PAGE_SIZE = 200;

/** The finished headshots. The member can like them, choose a favorite, and put them away. */
export function galleryView(studio: Studio): View {
  const { api, overview } = studio;
  const grid = h('ul', { class: 'gallery', 'aria-busy': 'true' });
  const cards = new Map<string, { element: HTMLElement; actions: PhotoActions }>();
  let favoritePhotoId = overview.favoritePhotoId;
  const isFavorite = (photoId: string) => photoId === favoritePhotoId;
  let headshots: Headshot[] = [];
  const lightbox = new Lightbox(() => headshots, ratingOf, actionsOf);

  void load().catch(studio.fail);

  async function load(): Promise<void> {
    const first = await pageFrom(0);
    const pages = [first];
    for (let offset = PAGE_SIZE; offset < first.pagination.total; offset += PAGE_SIZE)
      pages.push(await pageFrom(offset));
    headshots = pages.flatMap(({ photos }) => photos);
    for (const headshot of headshots) cards.set(headshot.id, cardOf(headshot));
    fill(grid, ...[...cards.values()].map(({ element }) => element));
    grid.removeAttribute('aria-busy');
  }

  function pageFrom(offset: number) {
    const query = `include=all&limit=${PAGE_SIZE}&offset=${offset}`;
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
          // Phones show two images in a row. On a high-density screen the thumbnail would look blurred.
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

  function ratingOf({ id, likedStatus }: Headshot): Rating {
    return { likedStatus, isFavorite: isFavorite(id) };
  }

  function actionsOf(headshot: Headshot): PhotoActions {
    return new PhotoActions(ratingOf(headshot), {
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
        studio.report('favorite', { modelId: overview.model?.id ?? '', photoId: favoritePhotoId });
        say(rating.favorite ? 'This is your favorite now.' : 'You no longer have a favorite.');
      }
      showRatings();
    } catch (error) {
      studio.fail(error);
    }
  }

  function showRatings(): void {
    for (const headshot of headshots) {
      const card = cards.get(headshot.id);
      card?.actions.show(ratingOf(headshot));
      card?.element.classList.toggle('chosen', isFavorite(headshot.id));
    }
    lightbox.update();
  }

  async function putAway(headshot: Headshot): Promise<void> {
    const consequence = 'It is removed from your headshots. You cannot undo this.';
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

  /** Moves the focus to the card at a position, after the focused button was removed. */
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
    ? `You have chosen a favorite for ${organization.name}. You can choose another one at any time.`
    : `Choose your favorite: ${organization.name} will use it.`;
}
