import type { Api } from '../../service/api.ts';

/** Milliseconds for which a favorite is cached. Reading one costs a request per model. */
const CACHE_MILLISECONDS = 20_000;

interface CachedFavorite {
  photoId: string | undefined;
  thumbnail: string | undefined;
  readAt: number;
}

/** The favorites of the models in the list. While a favorite stays the same, its link is kept. */
export class Favorites {
  readonly #api: Api;
  readonly #cache = new Map<string, CachedFavorite>();

  constructor(api: Api) {
    this.#api = api;
  }

  async thumbnail(modelId: string): Promise<string | undefined> {
    const cached = this.#cache.get(modelId);
    if (cached && performance.now() - cached.readAt < CACHE_MILLISECONDS) return cached.thumbnail;
    const { photo } = await this.#api.call('GET /api/v2/organization/models/{modelId}/photos/favorite', {
      path: { modelId },
      query: { include: 'all' },
    });
    const thumbnail =
      photo !== null && photo.id === cached?.photoId ? cached.thumbnail : photo?.urls.thumbnail;
    this.#cache.set(modelId, { photoId: photo?.id, thumbnail, readAt: performance.now() });
    return thumbnail;
  }
}
