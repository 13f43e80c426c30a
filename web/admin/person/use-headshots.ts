import type { Loaded } from '../../design/use-loaded.ts';
import { type Answer, ApiError } from '../../service/api.ts';
import { useDesk, useLoaded } from '../desk.ts';
import type { Person } from './state.ts';

/** The largest page of the service. A person has 40 headshots. */
const LIMIT = 200;

export type Headshot = Answer<'GET /api/v2/organization/models/{modelId}/photos'>['photos'][number];

export interface Headshots {
  photos: readonly Headshot[];
  chosen: Headshot | undefined;
  /** True where the API key may not read photos. */
  isRefused: boolean;
}

const NONE: Headshots = { photos: [], chosen: undefined, isRefused: false };

/** The headshots of a person, without those that the person has put away. */
export function useHeadshots(model: Person['model']): Loaded<Headshots> {
  const { api } = useDesk();
  const modelId = model?.status === 'active' ? model.id : undefined;
  return useLoaded(async () => {
    if (modelId === undefined) return NONE;
    const path = { modelId };
    try {
      const [{ photos }, { photo }] = await Promise.all([
        api.call('GET /api/v2/organization/models/{modelId}/photos', {
          path,
          query: { limit: LIMIT, include: 'all' },
        }),
        api.call('GET /api/v2/organization/models/{modelId}/photos/favorite', { path }),
      ]);
      return { photos, chosen: photos.find(({ id }) => id === photo?.id), isRefused: false };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'FORBIDDEN') return { ...NONE, isRefused: true };
      throw error;
    }
  }, [api, modelId]);
}
