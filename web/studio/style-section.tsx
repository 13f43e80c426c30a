import { useState } from 'preact/hooks';
import { StyleTiles } from '../design/style-tiles.tsx';
import { useText } from '../text/language.tsx';
import { photos as photosText } from '../text/photos.ts';
import { styles as styleTexts } from '../text/styles.ts';
import type { Overview } from './view.ts';

type Styles = Overview['styles'];
type Part = keyof Styles;

/** The styles that the member keeps of those that the organization offers: at first all of them. */
export function useStyles({ backdrops, outfits }: Styles) {
  return { backdrops: useKept(backdrops), outfits: useKept(outfits) };
}

function useKept<Style extends Styles[Part][number]>(all: readonly Style[]) {
  const [kept, keep] = useState<ReadonlySet<string>>(() => new Set(all.map(({ name }) => name)));
  const names = all.map(({ name }: { name: Style['name'] }) => name).filter((name) => kept.has(name));
  return { all, kept, keep, names, isLimited: names.length < all.length };
}

/** The choice for the service; undefined for all, also for styles that are added later. */
export function choiceOf({ backdrops, outfits }: ReturnType<typeof useStyles>) {
  if (!backdrops.isLimited && !outfits.isLimited) return undefined;
  return {
    ...(backdrops.isLimited && { backdrops: backdrops.names }),
    ...(outfits.isLimited && { outfits: outfits.names }),
  };
}

/** The backdrops or outfits, if there is a choice. */
export function StyleSection({ part, styles }: { part: Part; styles: ReturnType<typeof useStyles> }) {
  const heading = useText(styleTexts)[part];
  const { leads } = useText(photosText).styles;
  const { all, kept, keep } = styles[part];
  if (all.length < 2) return null;
  return (
    <section class="card" aria-labelledby={part}>
      <h2 id={part}>{heading}</h2>
      <p class="hint">{leads[part]}</p>
      <StyleTiles
        field={part === 'backdrops' ? 'backdrop' : 'outfit'}
        all={all}
        chosen={kept}
        change={keep}
      />
    </section>
  );
}
