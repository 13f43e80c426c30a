import { useEffect, useRef, useState } from 'preact/hooks';
import { useCopy } from '../design/copy.ts';
import { Dialog } from '../design/dialog.tsx';
import { Button, Icon, IconButton } from '../design/icon.tsx';
import { useAction } from '../design/use-action.ts';
import { useWayBack } from '../design/way-back.ts';
import { FOR_SHARING } from '../service/photos.ts';
import { saveBlob } from '../service/save.ts';
import { common } from '../text/common.ts';
import { gallery } from '../text/gallery.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { Compare } from './compare.tsx';
import { Crop } from './crop.tsx';
import { similarTo } from './gallery-filter.ts';
import { fileName, type Headshot, sourceOf } from './headshot.ts';
import { dayAndTime } from './invite.ts';
import { PhotoActions, toggled } from './photo-actions.tsx';
import { Stage, type StageHandle } from './stage.tsx';
import type { Rating } from './unsaved.ts';
import type { Headshots } from './use-headshots.ts';
import type { OwnUpload } from './use-uploads.ts';
import type { Studio } from './view.ts';

interface LightboxProps {
  studio: Studio;
  headshots: Headshots;
  /** The headshots to turn through. */
  shown: readonly Headshot[];
  startId: string;
  uploads: readonly OwnUpload[];
  /** An error to show. */
  alert: string | undefined;
  rate(headshot: Headshot, rating: Rating): void;
  putAway(headshot: Headshot): void;
  bringBack(headshot: Headshot): void;
  erase(headshot: Headshot): void;
  showSimilar(headshot: Headshot): void;
  /** Called with the position that was shown last. */
  close(position: number): void;
}

/** The pixels by which a key moves an enlarged headshot, and the factor by which it zooms. */
const KEY_STEP = 80;
const KEY_FACTOR = 1.5;

/** One headshot as large as the window allows, by keyboard, mouse and touch. */
export function Lightbox(props: LightboxProps) {
  const { studio, headshots, shown, uploads, alert, rate } = props;
  const text = useText(gallery);
  const { close: closeLabel } = useText(common);
  const [position, setPosition] = useState(() => shown.findIndex(({ id }) => id === props.startId));
  const [tool, setTool] = useState<'compare' | 'crop'>();
  const [isZoomed, setIsZoomed] = useState(false);
  const stage = useRef<StageHandle>(null);
  const { isBusy, run } = useAction(studio.fail);
  const copy = useCopy();
  const { language } = useLanguage();

  // When the headshot was put away or erased, the one that takes its place is shown.
  const current = position % Math.max(1, shown.length);
  const headshot = shown[current];
  const close = () => props.close(current);
  useEffect(() => {
    if (!headshot) close();
  }, [headshot]);
  useNeighbours(shown, current);
  useWayBack(close);

  /** Turns to a position. The first headshot follows the last one. */
  const turn = (by: number) => setPosition((current + by + shown.length) % shown.length);
  const keys: Readonly<Record<string, (headshot: Headshot) => void>> = {
    ArrowLeft: () => (isZoomed ? stage.current?.move(KEY_STEP, 0) : turn(-1)),
    ArrowRight: () => (isZoomed ? stage.current?.move(-KEY_STEP, 0) : turn(1)),
    ArrowUp: () => stage.current?.move(0, KEY_STEP),
    ArrowDown: () => stage.current?.move(0, -KEY_STEP),
    '+': () => stage.current?.zoom(KEY_FACTOR),
    '-': () => stage.current?.zoom(1 / KEY_FACTOR),
    '0': () => stage.current?.fit(),
    l: (shownOne) => rate(shownOne, toggled(shownOne.likedStatus, 'liked')),
    h: (shownOne) => rate(shownOne, toggled(shownOne.likedStatus, 'loved')),
    f: ({ id }) => headshot && rate(headshot, { favorite: id !== headshots.favoriteId }),
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || tool || !headshot) return;
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (isRating(event.key) && headshot.status === 'deleted')) return;
    event.preventDefault();
    action(headshot);
  };
  const download = (wanted: Headshot) =>
    run(async () => {
      const name = fileName(studio.overview.member.name, headshots.numberOf(wanted), '.jpg');
      saveBlob(await headshots.fullSize(wanted), name);
    });

  const share = (wanted: Headshot) =>
    run(async () => {
      const fresh = headshots.withFreshLinks(wanted, FOR_SHARING);
      const { done, failed } = text.share;
      await copy(
        fresh.then(({ urls }) => urls.main),
        async () => done(dayAndTime((await fresh).expiresAt, language)),
        failed,
      );
    });

  if (!headshot) return null;
  const source = sourceOf(headshot, uploads);
  const hasSimilar = similarTo(headshot, headshots.list ?? []).length > 1;
  const isAway = headshot.status === 'deleted';
  return (
    <Dialog class="lightbox full-window" label={text.large.label} onClose={close}>
      <KeyListener press={press} />
      <div class="large-view">
        <div>
          <div class="large-bar">
            <span class="place" aria-live="polite">
              {text.large.position(current + 1, shown.length)}
            </span>
            <span class="bar-end">
              <IconButton
                name="zoomOut"
                label={text.large.zoomOut}
                disabled={!isZoomed}
                onClick={() => stage.current?.zoom(1 / KEY_FACTOR)}
              />
              <IconButton
                name="zoomIn"
                label={text.large.zoomIn}
                onClick={() => stage.current?.zoom(KEY_FACTOR)}
              />
              <IconButton name="close" label={closeLabel} onClick={close} />
            </span>
          </div>
          <div role="alert">{alert !== undefined && <p class="alert">{alert}</p>}</div>
        </div>
        <div class="turning">
          <IconButton name="back" label={text.large.previous} onClick={() => turn(-1)} />
          <Stage
            key={headshot.id}
            handle={stage}
            headshot={headshot}
            alt={text.headshot(current + 1)}
            onTurn={turn}
            onZoomed={setIsZoomed}
          />
          <IconButton name="forward" label={text.large.next} onClick={() => turn(1)} />
        </div>
        <div class="tools">
          {isAway ? (
            <Button icon="restore" label={text.bringBack} onClick={() => props.bringBack(headshot)} />
          ) : (
            <PhotoActions
              headshot={headshot}
              isFavorite={headshot.id === headshots.favoriteId}
              rate={(rating) => rate(headshot, rating)}
            />
          )}
          <span class="divider" />
          {source && (
            <IconButton name="compare" label={text.compare.action} onClick={() => setTool('compare')} />
          )}
          {hasSimilar && (
            <IconButton name="similar" label={text.similar} onClick={() => props.showSimilar(headshot)} />
          )}
          <IconButton name="crop" label={text.crop.action} onClick={() => setTool('crop')} />
          <IconButton
            name="link"
            label={text.share.action}
            disabled={isBusy}
            onClick={() => void share(headshot)}
          />
          {!isAway && (
            <IconButton name="archive" label={text.putAway} onClick={() => props.putAway(headshot)} />
          )}
          <IconButton name="bin" label={text.erase.action} onClick={() => props.erase(headshot)} />
          <button
            type="button"
            class="primary"
            aria-label={text.download.one}
            disabled={isBusy}
            onClick={() => void download(headshot)}
          >
            <Icon name="download" />
            <span>{text.download.one}</span>
          </button>
        </div>
        <Keys />
      </div>
      {tool === 'compare' && source && (
        <Compare headshot={headshot} source={source} close={() => setTool(undefined)} />
      )}
      {tool === 'crop' && (
        <Crop
          studio={studio}
          headshots={headshots}
          headshot={headshot}
          alert={alert}
          close={() => setTool(undefined)}
        />
      )}
    </Dialog>
  );
}

/** Listens to keys wherever the focus is in the dialog, also when it is on the dialog itself. */
function KeyListener({ press }: { press(event: KeyboardEvent): void }) {
  const latest = useRef(press);
  latest.current = press;
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      // A question above this dialog has keys of its own.
      if (target instanceof Element && target.closest('dialog') === place.current?.closest('dialog'))
        latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return <span ref={place} hidden />;
}

/** The keys, for people who have a keyboard. */
function Keys() {
  const text = useText(gallery);
  const hints: readonly [keys: readonly string[], meaning: string][] = [
    [['←', '→'], text.large.turn],
    [['L'], text.like],
    [['H'], text.love],
    [['F'], text.favorite],
    [['+', '−'], text.large.zoom],
  ];
  return (
    <ul class="keys" aria-label={text.large.keys}>
      {hints.map(([keys, meaning]) => (
        <li key={meaning}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {meaning}
        </li>
      ))}
    </ul>
  );
}

/** Loads the headshots before and after, so that turning shows them at once. */
function useNeighbours(shown: readonly Headshot[], current: number): void {
  useEffect(() => {
    for (const neighbour of [shown[current + 1], shown[current - 1]])
      if (neighbour) new Image().src = neighbour.urls.main;
  }, [current]);
}

function isRating(key: string): boolean {
  return ['l', 'h', 'f'].includes(key.toLowerCase());
}
