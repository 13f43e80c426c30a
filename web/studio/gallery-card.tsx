import { useState } from 'preact/hooks';
import { Button, Icon } from '../design/icon.tsx';
import { browserConnection } from '../service/backoff.ts';
import { THUMBNAIL } from '../service/photos.ts';
import { gallery } from '../text/gallery.ts';
import { useText } from '../text/language.tsx';
import type { Headshot } from './headshot.ts';
import { PhotoActions } from './photo-actions.tsx';
import type { Rating } from './unsaved.ts';

/** Thumbnails that a first screen shows, and those that are loaded before the others. */
const FIRST_ROWS = 12;
const FIRST_ONES = 4;

interface CardProps {
  headshot: Headshot;
  /** Counted from 0. */
  position: number;
  isFavorite: boolean;
  open(): void;
  rate(rating: Rating): void;
  bringBack(): void;
}

/** One headshot of the gallery, with the member's opinion. One that was put away can be brought back. */
export function Card({ headshot, position, isFavorite, open, rate, bringBack }: CardProps) {
  const text = useText(gallery);
  const { thumbnail, main } = headshot.urls;
  const [tries, setTries] = useState(1);
  return (
    <li class={isFavorite ? 'chosen' : ''}>
      <button type="button" class="open" aria-label={text.open(position + 1)} onClick={open}>
        <img
          key={tries}
          class="covers"
          src={thumbnail ?? main}
          alt={text.headshot(position + 1)}
          loading={position < FIRST_ROWS ? 'eager' : 'lazy'}
          fetchpriority={position < FIRST_ONES ? 'high' : 'auto'}
          decoding="async"
          width={THUMBNAIL.width}
          height={THUMBNAIL.height}
          onError={() => browserConnection.onReturn(() => setTries(tries + 1))}
        />
      </button>
      {isFavorite && (
        <span class="crown">
          <Icon name="star" />
          {text.favorite}
        </span>
      )}
      {headshot.status === 'deleted' ? (
        <Button class="back" icon="restore" label={text.bringBack} onClick={bringBack} />
      ) : (
        <PhotoActions headshot={headshot} isFavorite={isFavorite} rate={rate} />
      )}
    </li>
  );
}

/** The place of a headshot that is not read yet, as large as its card. */
export function Placeholder() {
  return (
    <li class="placeholder" aria-hidden="true">
      <span class="open" />
      <span class="opinion" />
    </li>
  );
}
