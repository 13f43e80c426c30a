import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useMeasured } from './use-measured.ts';

interface VirtualRowsProps {
  label: string;
  count: number;
  /** Whether the list goes on after these rows. */
  hasMore: boolean;
  /** A row of the list. Its height is that of every row: `--row-height` in CSS. */
  children(index: number): ComponentChildren;
  /** Receives the first and the last row that are rendered, when they change. */
  onRange(first: number, last: number): void;
}

/** Rows above and below the visible ones, so that a scroll by keyboard or wheel meets rendered rows. */
const MARGIN = 8;

interface Place {
  rowHeight: number;
  first: number;
  last: number;
}

const NOWHERE: Place = { rowHeight: 0, first: 0, last: -1 };

/**
 * The rows of a long list that the window shows, and no others. The list is as high as all of its rows, and scrolls with
 * the page. The row that has the focus stays rendered wherever the list is scrolled to.
 */
export function VirtualRows({ label, count, hasMore, children, onRange }: VirtualRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const probe = useRef<HTMLLIElement>(null);
  const [focused, setFocused] = useState<number>();
  // The list moves when the content above it changes, and its rows grow with the text size.
  const place = useMeasured(list, (element) => placeOf(element, probe.current, count), [count]);
  const { rowHeight, first, last } = place ?? NOWHERE;
  useEffect(() => {
    if (last >= first) onRange(first, last);
  }, [first, last]);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, row) => first + row);
  if (focused !== undefined && focused < count && !indexes.includes(focused)) indexes.push(focused);
  return (
    <ul
      ref={list}
      class="virtual-rows"
      aria-label={label}
      style={{ height: `${count * rowHeight}px` }}
      onFocusIn={({ target }) => setFocused(indexOf(target))}
      onFocusOut={() => setFocused(undefined)}
    >
      <li ref={probe} class="probe" aria-hidden="true" />
      {indexes.map((index) => (
        <li
          key={index}
          class="virtual-row"
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={hasMore ? -1 : count}
          style={{ transform: `translateY(${index * rowHeight}px)` }}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  );
}

function placeOf(list: HTMLElement, probe: HTMLElement | null, count: number): Place {
  const rowHeight = probe?.offsetHeight ?? 0;
  if (rowHeight === 0) return NOWHERE;
  const { top } = list.getBoundingClientRect();
  const within = (row: number) => Math.min(count - 1, Math.max(0, row));
  return {
    rowHeight,
    first: within(Math.floor(-top / rowHeight) - MARGIN),
    last: within(Math.ceil((innerHeight - top) / rowHeight) + MARGIN),
  };
}

function indexOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('.virtual-row') : null;
  return row === null ? undefined : Number(row.dataset.index);
}
