import { useState } from 'preact/hooks';
import type { LikedStatus } from '../../../shared/contract/photo.ts';
import type { listTeams } from '../../../shared/contract/v2/teams.ts';
import { adminGallery } from '../../text/admin-gallery.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Downloads } from './downloads.tsx';
import { FavoriteGrid } from './favorite-grid.tsx';
import type { FavoriteFilter } from './favorites.ts';

const OPINIONS = ['loved', 'liked', 'none'] as const satisfies readonly LikedStatus[];

/** The favorites of all members: to see, to filter and to download. */
export function FavoritesGallery() {
  const { api, organization } = useDesk();
  const text = useText(adminGallery);
  const [filter, setFilter] = useState<FavoriteFilter>({});
  const [total, setTotal] = useState<number>();
  const teams = useLoaded(
    async () => (await api.call<typeof listTeams>('GET', '/api/v2/organization/teams')).teams,
    [api],
  );
  const choose = (change: FavoriteFilter) => {
    setTotal(undefined);
    setFilter({ ...filter, ...change });
  };
  const { teamId, likedStatus } = filter;
  return (
    <div class="favorites-section">
      <div class="favorites-bar">
        <div class="filters">
          <label class="field" for="gallery-team">
            <span>{text.team}</span>
            <select
              id="gallery-team"
              value={teamId ?? ''}
              onChange={({ currentTarget: { value } }) => choose({ teamId: value || undefined })}
            >
              <option value="">{text.allTeams}</option>
              {(teams.value ?? organization.teams).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label class="field" for="gallery-opinion">
            <span>{text.opinion}</span>
            <select
              id="gallery-opinion"
              value={likedStatus ?? ''}
              onChange={({ currentTarget: { value } }) =>
                choose({ likedStatus: OPINIONS.find((opinion) => opinion === value) })
              }
            >
              <option value="">{text.allOpinions}</option>
              {OPINIONS.map((opinion) => (
                <option key={opinion} value={opinion}>
                  {text.liked[opinion]}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Downloads filter={filter} total={total} />
      </div>
      <p class="hint count" role="status">
        {total !== undefined && text.count(total)}
      </p>
      <FavoriteGrid
        key={`${teamId} ${likedStatus}`}
        filter={filter}
        isFiltered={teamId !== undefined || likedStatus !== undefined}
        counted={setTotal}
      />
    </div>
  );
}
