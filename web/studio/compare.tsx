import { useState } from 'preact/hooks';
import { TitledDialog } from '../design/titled-dialog.tsx';
import { MAIN } from '../service/photos.ts';
import { gallery } from '../text/gallery.ts';
import { useText } from '../text/language.tsx';
import type { Headshot } from './headshot.ts';
import type { OwnUpload } from './use-uploads.ts';

interface CompareProps {
  headshot: Headshot;
  source: OwnUpload;
  close(): void;
}

/** The photo that a headshot was made of, beside it: a slider moves the border between them. */
export function Compare({ headshot, source, close }: CompareProps) {
  const text = useText(gallery).compare;
  const [share, setShare] = useState(50);
  return (
    <TitledDialog class="tool-dialog compare" label={text.action} onClose={close}>
      <div class="shows-focus pair">
        <img src={headshot.urls.main} alt={text.after} width={MAIN.width} height={MAIN.height} />
        <img
          src={source.url}
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
    </TitledDialog>
  );
}
