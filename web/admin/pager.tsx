import { Button } from '../design/icon.tsx';
import { admin } from '../text/admin.ts';
import { useText } from '../text/language.tsx';

interface PagerProps {
  offset: number;
  size: number;
  total: number;
  turnTo(offset: number): void;
}

/** The place in a list of pages, and buttons to the pages before and after it. */
export function Pager({ offset, size, total, turnTo }: PagerProps) {
  const text = useText(admin).list;
  if (total <= size) return null;
  const end = Math.min(offset + size, total);
  return (
    <div class="pages">
      <span class="hint">{text.place(Math.min(offset + 1, end), end, total)}</span>
      <Button
        label={text.previous}
        disabled={offset === 0}
        onClick={() => turnTo(Math.max(0, offset - size))}
      />
      <Button label={text.next} disabled={end >= total} onClick={() => turnTo(offset + size)} />
    </div>
  );
}
