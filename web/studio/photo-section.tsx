import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../design/icon.tsx';
import { say } from '../design/toast.tsx';
import { useText } from '../text/language.tsx';
import { photos as photosText } from '../text/photos.ts';
import { Guide } from './guide.tsx';
import { PhotoAdder } from './photo-adder.tsx';
import { isTrouble, PhotoTile, TroubleRow } from './photo-tile.tsx';
import type { Photo, Uploads } from './uploads.ts';
import type { Overview } from './view.ts';

interface PhotoSectionProps {
  uploads: Uploads;
  requirements: Overview['requirements'];
  /** True while the member has not agreed to the use of the photos. */
  isClosed: boolean;
}

/** The member's photos: where to add them, their progress, what is wrong with some, and a guide. */
export function PhotoSection({ uploads, requirements, isClosed }: PhotoSectionProps) {
  const text = useText(photosText);
  const section = useRef<HTMLElement>(null);
  const { minPhotos, maxPhotos } = requirements;
  const { photos, acceptedCount: accepted } = uploads;
  const isEnough = accepted >= minPhotos;

  const chooseNext = (options?: FocusOptions) =>
    section.current?.querySelector<HTMLElement>('input[type=file]')?.focus(options);
  const agreed = useRef(!isClosed);
  useEffect(() => {
    if (!isClosed && !agreed.current) chooseNext();
    agreed.current = !isClosed;
  }, [isClosed]);

  const add = (files: Iterable<File>) => {
    const chosen = [...files];
    // Refused photos do not count.
    const counted = uploads.photos.filter(({ state }) => state !== 'refused').length;
    const free = Math.max(0, maxPhotos - counted);
    if (chosen.length > free) say(text.add.leftOut(chosen.length - free, maxPhotos));
    if (free > 0 && chosen.length > 0) uploads.add(chosen.slice(0, free));
  };
  const remove = (photo: Photo): Promise<void> => {
    // The focused button is removed with the photo, so the focus moves on. Only who sees it follows it to the beginning.
    chooseNext({ preventScroll: document.querySelector(':focus-visible') === null });
    return uploads.remove(photo);
  };
  const replace = async (photo: Photo) => {
    const file = await chooseFile(section.current);
    if (!file) return;
    await remove(photo);
    add([file]);
  };
  const numbered = photos.map((photo, index) => ({ photo, number: index + 1 }));
  const troubles = numbered.filter(({ photo }) => isTrouble(photo));
  const handlers = {
    retry: (photo: Photo) => uploads.retry(photo),
    remove: (photo: Photo) => void remove(photo),
    replace: (photo: Photo) => void replace(photo),
  };
  return (
    <section class="card" ref={section} inert={isClosed}>
      <div class="heading">
        <h2>{text.heading}</h2>
        <p class={isEnough ? 'counter enough' : 'counter'} aria-live="polite">
          {isEnough ? text.ofUpTo(accepted, maxPhotos) : text.ofAtLeast(accepted, minPhotos)}
        </p>
      </div>
      <PhotoAdder requirements={requirements} isClosed={isClosed} add={add} />
      {photos.some(({ state }) => state === 'interrupted') && (
        <p class="notice" role="status">
          {text.offline}
        </p>
      )}
      <ul class="troubles" aria-label={text.troubles} aria-live="polite">
        {troubles.map(({ photo, number }) => (
          <TroubleRow key={photo.key} photo={photo} number={number} {...handlers} />
        ))}
      </ul>
      {troubles.length > 1 && (
        <Button
          class="link"
          label={text.removeTroubles(troubles.length)}
          onClick={() => {
            for (const { photo } of troubles) handlers.remove(photo);
          }}
        />
      )}
      <ul class="photos" aria-label={text.heading}>
        {numbered
          .filter(({ photo }) => !isTrouble(photo))
          .map(({ photo, number }) => (
            <PhotoTile key={photo.key} photo={photo} number={number} {...handlers} />
          ))}
      </ul>
      <Guide isOpen={!isEnough} />
    </section>
  );
}

/** Lets the member choose one file, as the section's own input would. @returns undefined when none is chosen */
async function chooseFile(section: HTMLElement | null): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.hidden = true;
  input.accept = section?.querySelector<HTMLInputElement>('input[type=file]')?.accept ?? 'image/*';
  // Safari forgets an input that is not part of the page.
  section?.append(input);
  try {
    await new Promise((resolve) => {
      input.addEventListener('change', resolve);
      input.addEventListener('cancel', resolve);
      input.click();
    });
    return input.files?.[0];
  } finally {
    input.remove();
  }
}
