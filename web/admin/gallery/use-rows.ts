import type { RefObject } from 'preact';
import { useMeasured } from '../../design/use-measured.ts';

/** The part of a grid that is rendered. Spaces above and below it stand for the rest. */
export interface Rows {
  columns: number;
  /** The height of a card in pixels. */
  cardHeight: number;
  gap: number;
  /** The position of the first card that is rendered, and the one after the last. */
  first: number;
  end: number;
  /** The heights of the rows that are not rendered, in pixels. */
  above: number;
  below: number;
}

interface Space {
  /** The width of the grid, in pixels. */
  width: number;
  /** The part of the grid that is in the window, from its upper edge. */
  top: number;
  bottom: number;
  /** The pixels of 1rem, which people change who need larger text. */
  rem: number;
}

/** The shape of a photo. */
const RATIO = 5 / 4;
/** Below a photo. In rem. */
const CAPTION = 4.25;
const NARROWEST = 11;
const GAP = 1;
/** Rows that are rendered beyond the window, so that they are there before they are seen. */
const SPARE_ROWS = 3;

/** The cards of a grid to render, by what the window shows. */
export function rowsIn({ width, top, bottom, rem }: Space, count: number): Rows {
  const gap = GAP * rem;
  const columns = Math.max(2, Math.floor((width + gap) / (NARROWEST * rem + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  const cardHeight = Math.max(0, Math.round(cardWidth * RATIO + CAPTION * rem));
  const step = cardHeight + gap;
  const rows = Math.ceil(count / columns);
  const firstRow = Math.min(Math.max(0, Math.floor(top / step) - SPARE_ROWS), Math.max(0, rows - 1));
  const endRow = Math.max(firstRow, Math.min(rows, Math.ceil(bottom / step) + SPARE_ROWS));
  return {
    ...{ columns, cardHeight, gap },
    first: firstRow * columns,
    end: Math.min(count, endRow * columns),
    above: firstRow * step,
    below: Math.max(0, rows - endRow) * step,
  };
}

/** The cards of a grid to render, anew when the window scrolls or the grid changes its width. */
export function useRows(grid: RefObject<HTMLElement | null>, count: number): Rows | undefined {
  const space = useMeasured(grid, spaceOf);
  return space && rowsIn(space, count);
}

function spaceOf(element: HTMLElement): Space {
  const { top, width } = element.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { width, rem, top: -top, bottom: innerHeight - top };
}
