import { IconButton } from '../design/icon.tsx';
import { gallery } from '../text/gallery.ts';
import { useText } from '../text/language.tsx';
import type { Headshot } from './headshot.ts';
import type { Rating } from './unsaved.ts';

interface PhotoActionsProps {
  headshot: Headshot;
  isFavorite: boolean;
  rate(rating: Rating): void;
}

/** The member's opinion of a headshot. Like and Love exclude each other, and a second click on either one undoes it. */
export function PhotoActions({ headshot: { likedStatus }, isFavorite, rate }: PhotoActionsProps) {
  const text = useText(gallery);
  return (
    <div class="opinion">
      <IconButton
        name="like"
        label={text.like}
        pressed={likedStatus === 'liked'}
        onClick={() => rate(toggled(likedStatus, 'liked'))}
      />
      <IconButton
        name="love"
        label={text.love}
        pressed={likedStatus === 'loved'}
        onClick={() => rate(toggled(likedStatus, 'loved'))}
      />
      <IconButton
        name="star"
        label={text.favorite}
        pressed={isFavorite}
        onClick={() => rate({ favorite: !isFavorite })}
      />
    </div>
  );
}

/** The rating after a click on a button, which undoes itself. */
export function toggled(current: Headshot['likedStatus'], wanted: 'liked' | 'loved'): Rating {
  return { likedStatus: current === wanted ? 'none' : wanted };
}
