import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../../design/icon.tsx';
import { THUMBNAIL } from '../../service/photos.ts';
import { adminGallery } from '../../text/admin-gallery.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import type { Favorite, FavoriteFilter } from './favorites.ts';
import { LargeFavorite } from './large-favorite.tsx';
import { type Favorites, useFavorites } from './use-favorites.ts';
import { type Rows, useRows } from './use-rows.ts';

/** Cards that are shown while their number is not known. */
const FIRST_CARDS = 12;

interface FavoriteGridProps {
  filter: FavoriteFilter;
  isFiltered: boolean;
  counted(total: number): void;
}

/** The photos that members have chosen. */
export function FavoriteGrid({ filter, isFiltered, counted }: FavoriteGridProps) {
  const { clear } = useDesk();
  const text = useText(adminGallery);
  const { tryAgain } = useText(common);
  const favorites = useFavorites(filter);
  const { total, hasFailed } = favorites;
  useEffect(() => {
    if (total !== undefined) counted(total);
  }, [total]);
  if (hasFailed && total === undefined) {
    const again = () => {
      clear();
      favorites.retry();
    };
    return <Button class="quiet start" icon="retry" label={tryAgain} onClick={again} />;
  }
  if (total === 0) return <p class="card empty">{isFiltered ? text.noneOfFilter : text.none}</p>;
  return <Grid favorites={favorites} />;
}

/** A grid of which only the cards near the window are rendered. */
function Grid({ favorites }: { favorites: Favorites }) {
  const text = useText(adminGallery);
  const { total } = favorites;
  const grid = useRef<HTMLUListElement>(null);
  const count = total ?? FIRST_CARDS;
  const rows = useRows(grid, count);
  const [open, setOpen] = useState<number>();
  useEffect(() => {
    if (rows && total !== undefined) favorites.need(rows.first, rows.end);
  }, [rows?.first, rows?.end, total]);
  const close = (position: number) => {
    setOpen(undefined);
    // Until the dialog is gone, nothing behind it takes the focus.
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[aria-posinset="${position + 1}"] .open`)?.focus(),
    );
  };
  return (
    <>
      <ul
        ref={grid}
        class="favorites photo-grid"
        aria-label={text.list}
        aria-busy={total === undefined}
        style={rows && styleOf(rows)}
      >
        {rows &&
          range(rows.first, rows.end).map((position) => (
            <Card
              key={position}
              favorite={favorites.at(position)}
              position={position}
              count={count}
              height={rows.cardHeight}
              open={() => setOpen(position)}
              renew={() => favorites.renew(position)}
            />
          ))}
      </ul>
      {open !== undefined && <LargeFavorite favorites={favorites} start={open} count={count} close={close} />}
    </>
  );
}

function styleOf({ columns, gap, above, below }: Rows) {
  return {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gap: `${gap}px`,
    paddingTop: `${above}px`,
    paddingBottom: `${below}px`,
  };
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}

interface CardProps {
  favorite: Favorite | undefined;
  position: number;
  count: number;
  height: number;
  open(): void;
  renew(): void;
}

/** One photo with the member's name and team. Its place is reserved until it is read. */
function Card({ favorite, position, count, height, open, renew }: CardProps) {
  const text = useText(adminGallery);
  const place = { 'aria-posinset': position + 1, 'aria-setsize': count, style: { height: `${height}px` } };
  if (!favorite) {
    return (
      <li {...place} class="waiting" aria-hidden="true">
        <span class="open" />
      </li>
    );
  }
  const { member, urls, likedStatus } = favorite;
  const name = member.name || member.email;
  return (
    <li {...place}>
      <button type="button" class="open" aria-label={text.open(name)} onClick={open}>
        <img
          class="covers"
          src={urls.thumbnail ?? urls.main}
          alt=""
          decoding="async"
          width={THUMBNAIL.width}
          height={THUMBNAIL.height}
          onError={renew}
        />
      </button>
      <div class="caption">
        <b class="one-line">{name}</b>
        <span class="one-line hint">{member.teamName || text.noTeam}</span>
        {likedStatus !== 'none' && (
          <span class={`opinion ${likedStatus}`} role="img" aria-label={text.liked[likedStatus]}>
            <Icon name={likedStatus === 'loved' ? 'love' : 'like'} />
          </span>
        )}
      </div>
    </li>
  );
}
