import { useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { IconButton } from '../design/icon.tsx';
import { MAIN } from '../service/photos.ts';
import { common } from '../text/common.ts';
import { gallery } from '../text/gallery.ts';
import { useText } from '../text/language.tsx';
import type { Headshot } from './headshot.ts';
import type { OwnUpload } from './use-uploads.ts';

interface CompareProps {
  headshot: Headshot;
  uploads: readonly OwnUpload[];
  close(): void;
}

/** One of the member's own photos beside a headshot: a slider moves the border between them. */
export function Compare({ headshot, uploads, close }: CompareProps) {
  const text = useText(gallery).compare;
  const { close: closeLabel } = useText(common);
  const [share, setShare] = useState(50);
  const [position, setPosition] = useState(0);
  const turn = (by: number) => setPosition((position + by + uploads.length) % uploads.length);
  return (
    <Dialog class="tool-dialog compare" label={text.action} onClose={close}>
      <div class="heading">
        <h2>{text.action}</h2>
        <IconButton name="close" label={closeLabel} onClick={close} />
      </div>
      <div class="pair">
        <img src={headshot.urls.main} alt={text.after} width={MAIN.width} height={MAIN.height} />
        <img
          src={uploads[position]?.url}
          alt={text.before}
          class="before"
          style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        />
        <span class="border" style={{ left: `${share}%` }} />
        <span class="side start">{text.before}</span>
        <span class="side end">{text.after}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={text.slider}
          aria-valuetext={`${share} %`}
          onInput={({ currentTarget }) => setShare(Number(currentTarget.value))}
        />
      </div>
      {uploads.length > 1 && (
        <div class="own">
          <IconButton name="back" label={text.previous} onClick={() => turn(-1)} />
          <span aria-live="polite">{text.photo(position + 1, uploads.length)}</span>
          <IconButton name="forward" label={text.next} onClick={() => turn(1)} />
        </div>
      )}
    </Dialog>
  );
}
