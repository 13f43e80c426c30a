import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../design/icon.tsx';
import { admin } from '../text/admin.ts';
import { useText } from '../text/language.tsx';

interface PagerProps {
  offset: number;
  size: number;
  total: number;
  turnTo(offset: number): void;
}

/** The place in a list of pages, and buttons to the pages before and after it, which show the list from its beginning. */
export function Pager({ offset, size, total, turnTo }: PagerProps) {
  const text = useText(admin).list;
  const pages = useRef<HTMLDivElement>(null);
  // The last page may be empty by now, as after its invites were revoked.
  const isOver = offset > 0 && offset >= total;
  useEffect(() => {
    if (isOver) turnTo(Math.floor(Math.max(0, total - 1) / size) * size);
  }, [isOver]);
  if (total <= size) return null;
  const end = Math.min(offset + size, total);
  const turn = (to: number) => {
    turnTo(to);
    pages.current?.closest('section')?.scrollIntoView();
  };
  return (
    <div ref={pages} class="pages">
      <span class="hint">{text.place(Math.min(offset + 1, end), end, total)}</span>
      <Button
        label={text.previous}
        disabled={offset === 0}
        onClick={() => turn(Math.max(0, offset - size))}
      />
      <Button label={text.next} disabled={end >= total} onClick={() => turn(offset + size)} />
    </div>
  );
}
