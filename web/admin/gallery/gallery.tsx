import { useState } from 'preact/hooks';
import type { LikedStatus } from '../../../shared/contract/photo.ts';
import { adminGallery } from '../../text/admin-gallery.ts';
import { useText } from '../../text/language.tsx';
import { Choice, teamOptions } from '../choice.tsx';
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
  const teams = useLoaded(async () => (await api.call('GET /api/v2/organization/teams')).teams, [api]);
  const choose = (change: FavoriteFilter) => {
    setTotal(undefined);
    setFilter({ ...filter, ...change });
  };
  const { teamId, likedStatus } = filter;
  return (
    <div class="stack favorites-section">
      <div class="favorites-bar">
        <div class="filters">
          <Choice
            label={text.team}
            options={[[undefined, text.allTeams], ...teamOptions(teams.value ?? organization.teams)]}
            value={teamId}
            choose={(chosen) => choose({ teamId: chosen })}
          />
          <Choice
            label={text.opinion}
            options={[
              [undefined, text.allOpinions],
              ...OPINIONS.map((opinion) => [opinion, text.liked[opinion]] as const),
            ]}
            value={likedStatus}
            choose={(chosen) => choose({ likedStatus: chosen })}
          />
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
