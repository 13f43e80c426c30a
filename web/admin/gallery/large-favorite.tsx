import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { Button, IconButton } from '../../design/icon.tsx';
import { useAction } from '../../design/use-action.ts';
import { useWayBack } from '../../design/way-back.ts';
import { MAIN } from '../../service/photos.ts';
import { readImage, saveBlob } from '../../service/save.ts';
import { adminGallery } from '../../text/admin-gallery.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useSentences } from '../../text/use-sentences.ts';
import { useDesk } from '../desk.ts';
import type { Favorite } from './favorites.ts';
import { fileNameOf } from './file-names.ts';
import type { Favorites } from './use-favorites.ts';

interface LargeFavoriteProps {
  favorites: Pick<Favorites, 'at' | 'need' | 'renew'>;
  /** The position that is shown first, counted from 0. */
  start: number;
  count: number;
  /** Called with the position that was shown last. */
  close(position: number): void;
  /** What else can be done with a photo than to download it. */
  action?(favorite: Favorite): ComponentChildren;
}

/** One photo as large as the window allows, with its member, by keyboard and by buttons. */
export function LargeFavorite({ favorites, start, count, close, action }: LargeFavoriteProps) {
  const { fail } = useDesk();
  const text = useText(adminGallery);
  const { close: closeLabel } = useText(common);
  const sentenceOf = useSentences();
  const [position, setPosition] = useState(start);
  const [failure, setFailure] = useState<unknown>();
  // The desk behind the dialog tells of the error as well, or asks to sign in again.
  const { isBusy, run } = useAction((error) => {
    setFailure(error);
    fail(error);
  });
  const favorite = favorites.at(position);
  useWayBack(() => close(position));
  useEffect(
    () => favorites.need(Math.max(0, position - 1), Math.min(count, position + 2)),
    [position, count],
  );

  const turn = (by: number) => {
    setFailure(undefined);
    setPosition((former) => Math.min(count - 1, Math.max(0, former + by)));
  };
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') latest.current(-1);
      if (key === 'ArrowRight') latest.current(1);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const download = () =>
    run(async () => {
      if (!favorite) return;
      setFailure(undefined);
      const { urls, member } = favorite;
      saveBlob(await readImage(urls.original ?? urls.main), fileNameOf(member, text.files));
    });

  const name = favorite && (favorite.member.name || favorite.member.email);
  return (
    <Dialog class="large-favorite full-window" label={text.large} onClose={() => close(position)}>
      <div>
        <div class="large-bar">
          <span class="hint" aria-live="polite">
            {text.position(position + 1, count)}
          </span>
          <IconButton name="close" label={closeLabel} onClick={() => close(position)} />
        </div>
        <div role="alert">{failure !== undefined && <p class="alert">{sentenceOf(failure)}</p>}</div>
      </div>
      <div class="turning">
        <IconButton name="back" label={text.previous} disabled={position === 0} onClick={() => turn(-1)} />
        <div class="image">
          {favorite && (
            <>
              <img key={favorite.urls.thumbnail} src={favorite.urls.thumbnail} alt="" {...MAIN} />
              <img
                key={favorite.urls.main}
                src={favorite.urls.main}
                alt={text.photoOf(name ?? '')}
                {...MAIN}
                onError={() => favorites.renew(position)}
              />
            </>
          )}
        </div>
        <IconButton
          name="forward"
          label={text.next}
          disabled={position === count - 1}
          onClick={() => turn(1)}
        />
      </div>
      <div class="about-favorite">
        <p class="person">
          <b>{name}</b>
          {favorite && (
            <span class="hint">
              {[
                favorite.member.teamName || text.noTeam,
                name === favorite.member.email ? '' : favorite.member.email,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          )}
        </p>
        <div class="actions">
          {favorite && action?.(favorite)}
          <Button
            class={action ? 'quiet' : 'primary'}
            icon="download"
            label={text.download}
            disabled={isBusy || !favorite}
            onClick={() => void download()}
          />
        </div>
      </div>
    </Dialog>
  );
}
