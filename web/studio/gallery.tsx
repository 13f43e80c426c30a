import { useMemo, useRef, useState } from 'preact/hooks';
import { useQuestion } from '../design/question.tsx';
import { Screen } from '../design/screen.tsx';
import { type Offer, say } from '../design/toast.tsx';
import { gallery } from '../text/gallery.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { DownloadAll } from './download-all.tsx';
import type { Frame } from './frame.ts';
import { Card, Placeholder } from './gallery-card.tsx';
import { FILTERS, type Filter, filtered, similarTo } from './gallery-filter.ts';
import type { Headshot } from './headshot.ts';
import { longDate } from './invite.ts';
import { Lightbox } from './lightbox.tsx';
import type { Rating } from './unsaved.ts';
import { useHeadshots } from './use-headshots.ts';
import { useUploads } from './use-uploads.ts';
import type { Studio } from './view.ts';

/** The finished headshots. The member rates them, chooses a favorite, puts some away, and downloads them. */
export function Gallery({ studio, frame }: { studio: Studio; frame: Frame }) {
  const { overview } = studio;
  const available = overview.model?.availableCount ?? 0;
  const text = useText(gallery);
  const { language } = useLanguage();
  const headshots = useHeadshots(studio, (what) => say(text[what]));
  const uploads = useUploads(studio.api);
  const { list, favoriteId } = headshots;
  const [filter, setFilter] = useState<Filter>('all');
  // A headshot that no longer matches stays until the filter is chosen again, so that nothing jumps under the cursor.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [example, setExample] = useState<Headshot>();
  const [openId, setOpenId] = useState<string>();
  const grid = useRef<HTMLUListElement>(null);
  const leaving = useRef(new Set<Headshot>());
  const { ask, dialog } = useQuestion();

  const shown = useMemo(() => {
    if (example) return similarTo(example, list ?? []);
    const matching = new Set(filtered(list ?? [], filter, favoriteId));
    const isKept = ({ id, status }: Headshot) => kept.has(id) && status === 'active' && filter !== 'away';
    return (list ?? []).filter((headshot) => matching.has(headshot) || isKept(headshot));
  }, [list, filter, favoriteId, kept, example]);

  const choose = (next: Filter) => {
    setExample(undefined);
    setFilter(next);
    setKept(new Set(filtered(list ?? [], next, favoriteId).map(({ id }) => id)));
  };
  /** Moves the focus to the card of a headshot, or to the one that has taken its place. */
  const focusCard = (position: number) =>
    requestAnimationFrame(() => {
      const cards = grid.current?.querySelectorAll<HTMLElement>('.open');
      cards?.[Math.min(position, cards.length - 1)]?.focus();
    });
  const reportFavorite = (photoId: string | null) =>
    studio.report('favorite', { modelId: overview.model?.id ?? '', photoId });
  const rate = async (headshot: Headshot, rating: Rating) => {
    const { favorite } = rating;
    const isSaved = await headshots.rate(headshot, rating);
    if (!isSaved || favorite === undefined) return;
    reportFavorite(favorite ? headshot.id : null);
    say(favorite ? text.favored : text.unfavored);
  };
  const leave = async (
    headshot: Headshot,
    change: () => Promise<boolean>,
    sentence: string,
    offer?: Offer,
  ) => {
    // A second press before the answer is the same one.
    if (leaving.current.has(headshot)) return;
    const position = shown.indexOf(headshot);
    leaving.current.add(headshot);
    const hasLeft = await change();
    leaving.current.delete(headshot);
    if (!hasLeft) return;
    const wasFavorite = headshot.id === favoriteId;
    if (wasFavorite) reportFavorite(null);
    say(wasFavorite ? `${sentence} ${text.unfavored}` : sentence, offer);
    if (openId === undefined) focusCard(position);
  };
  const putAway = (headshot: Headshot) =>
    leave(headshot, () => headshots.putAway(headshot), text.isAway, {
      label: text.undo,
      accept: () => void undo(headshot, headshot.id === favoriteId),
    });
  const undo = async (headshot: Headshot, wasFavorite: boolean) => {
    if (!(await headshots.bringBack(headshot))) return;
    if (wasFavorite) await rate(headshot, { favorite: true });
    else say(text.isBack);
  };
  const bringBack = (headshot: Headshot) => leave(headshot, () => headshots.bringBack(headshot), text.isBack);
  const erase = async (headshot: Headshot) => {
    if (await ask(text.erase)) await leave(headshot, () => headshots.erase(headshot), text.erase.done);
  };

  const count = (each: Filter) =>
    list ? filtered(list, each, favoriteId).length : each === 'all' ? available : undefined;
  const { accessEndsAt, organization } = overview;
  const choice = favoriteId === null ? text.choose(organization.name) : text.chosen(organization.name);
  const end = accessEndsAt && text.until(longDate(accessEndsAt, language), organization.name);
  return (
    <>
      <Screen {...frame} title={text.title} lead={end === null ? choice : `${choice} ${end}`} width="wide">
        <div class="beside gallery-bar">
          <fieldset class="filters" aria-label={text.filter}>
            {example && (
              <button type="button" class="chip" aria-pressed={true} onClick={() => choose(filter)}>
                {text.similar} <span class="count">{shown.length}</span>
              </button>
            )}
            {FILTERS.map((each) => (
              <button
                key={each}
                type="button"
                class="chip"
                aria-pressed={each === filter && !example}
                onClick={() => choose(each)}
              >
                {text.filters[each]} <span class="count">{count(each)}</span>
              </button>
            ))}
          </fieldset>
          {(example || filter !== 'away') && (list === undefined || shown.length > 0) && (
            <DownloadAll
              studio={studio}
              headshots={headshots}
              shown={shown}
              areAll={filter === 'all' && !example}
              count={list === undefined ? available : shown.length}
            />
          )}
        </div>
        <ul class="gallery photo-grid" ref={grid} aria-busy={list === undefined} aria-label={text.title}>
          {list === undefined
            ? Array.from({ length: available }, (_, index) => <Placeholder key={index} />)
            : shown.map((headshot, index) => (
                <Card
                  key={headshot.id}
                  headshot={headshot}
                  position={index}
                  isFavorite={headshot.id === favoriteId}
                  open={() => setOpenId(headshot.id)}
                  rate={(rating) => void rate(headshot, rating)}
                  bringBack={() => void bringBack(headshot)}
                />
              ))}
        </ul>
        {list === undefined && (
          <p class="unseen" role="status">
            {text.loading}
          </p>
        )}
        {list !== undefined && shown.length === 0 && <p class="nothing">{text.empty[filter]}</p>}
      </Screen>
      {openId !== undefined && (
        <Lightbox
          studio={studio}
          headshots={headshots}
          shown={shown}
          startId={openId}
          uploads={uploads}
          alert={frame.alert}
          rate={(headshot, rating) => void rate(headshot, rating)}
          putAway={(headshot) => void putAway(headshot)}
          bringBack={(headshot) => void bringBack(headshot)}
          erase={(headshot) => void erase(headshot)}
          showSimilar={(headshot) => {
            setExample(headshot);
            setOpenId(undefined);
            focusCard(0);
          }}
          close={(position) => {
            setOpenId(undefined);
            focusCard(position);
          }}
        />
      )}
      {dialog}
    </>
  );
}
