import type { getFavoritePhoto } from '../../shared/contract/v2/photos.ts';
import type { Api } from '../shared/api.ts';

/** How long a favorite is taken for current, in milliseconds: every look costs one request per model. */
const CURRENT_FOR = 20_000;

interface Known {
  photoId: string | undefined;
  thumbnail: string | undefined;
  lookedAt: number;
}

/** The favorites of the models in the list. The link of an image that is shown already is kept. */
export class Favorites {
  readonly #api: Api;
  readonly #known = new Map<string, Known>();

  constructor(api: Api) {
    this.#api = api;
  }

  async thumbnail(modelId: string): Promise<string | undefined> {
    const before = this.#known.get(modelId);
    if (before && performance.now() - before.lookedAt < CURRENT_FOR) return before.thumbnail;
    const path = `/api/v2/organization/models/${modelId}/photos/favorite?include=all`;
    const { photo } = await this.#api.call<typeof getFavoritePhoto>('GET', path);
    const thumbnail =
      photo !== null && photo.id === before?.photoId ? before.thumbnail : photo?.urls.thumbnail;
    this.#known.set(modelId, { photoId: photo?.id, thumbnail, lookedAt: performance.now() });
    return thumbnail;
  }
}
