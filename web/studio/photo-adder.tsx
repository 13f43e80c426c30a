import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../design/icon.tsx';
import { useText } from '../text/language.tsx';
import { photos as photosText } from '../text/photos.ts';
import { CameraDialog, type Shot } from './camera.tsx';
import { type CameraKind, findCamera } from './find-camera.ts';
import type { Overview } from './view.ts';

interface AdderProps {
  requirements: Overview['requirements'];
  /** True while nothing may be added, because the member has not agreed yet. */
  isClosed: boolean;
  add(files: Iterable<File>): void;
}

/** HEIC is converted by the page. Files have no type where the system does not know HEIC, so endings are named as well. */
const HEIC = ['image/heic', 'image/heif', '.heic', '.heif'];

/** The place to add photos: by a choice of files, the camera, the clipboard, or by dropping them anywhere on the page. */
export function PhotoAdder({ requirements, isClosed, add }: AdderProps) {
  const text = useText(photosText).add;
  const { minPhotos, maxPhotos, minPixels, types } = requirements;
  const [camera, setCamera] = useState<CameraKind>('none');
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const [shots, setShots] = useState<readonly Shot[]>([]);
  const isOver = useDropsAndPastes(isClosed ? undefined : add, text.pasted);
  useEffect(() => {
    let isGone = false;
    void findCamera().then((found) => isGone || setCamera(found));
    return () => {
      isGone = true;
    };
  }, []);
  const accept = [...types, ...HEIC].join();
  return (
    <div class={isOver ? 'drop over' : 'drop'}>
      <span class="drop-icon">
        <Icon name="upload" />
      </span>
      <div class="beside ways">
        <label class="shows-focus primary way" for="choose">
          <FileInput id="choose" accept={accept} multiple add={add} />
          {text.choose}
        </label>
        {camera === 'phone' && (
          <label class="shows-focus quiet way" for="capture">
            <FileInput id="capture" accept="image/*" capture="user" add={add} />
            <Icon name="camera" />
            {text.camera}
          </label>
        )}
        {camera === 'desktop' && (
          <Button icon="camera" label={text.camera} onClick={() => setIsCameraOpen(true)} />
        )}
      </div>
      <span class="or">{text.dropOrPaste}</span>
      <small>{text.needs(minPhotos, maxPhotos, minPixels)}</small>
      {isCameraOpen && (
        <CameraDialog
          shots={shots}
          setShots={setShots}
          onClose={() => setIsCameraOpen(false)}
          use={(files) => {
            setIsCameraOpen(false);
            add(files);
          }}
        />
      )}
    </div>
  );
}

interface FileInputProps {
  id: string;
  accept: string;
  multiple?: boolean;
  capture?: 'user';
  add(files: Iterable<File>): void;
}

function FileInput({ id, accept, multiple = false, capture, add }: FileInputProps) {
  return (
    <input
      id={id}
      type="file"
      class="unseen"
      accept={accept}
      multiple={multiple}
      {...(capture && { capture })}
      onChange={({ currentTarget }) => {
        add([...(currentTarget.files ?? [])]);
        // The same file can be chosen again.
        currentTarget.value = '';
      }}
    />
  );
}

/** Takes files that are dropped anywhere on the page, and images that are pasted. @returns whether files are over it */
function useDropsAndPastes(
  add: ((files: Iterable<File>) => void) | undefined,
  pastedName: (number: number) => string,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const pasted = useRef(0);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser leaves the page and shows the file.
      event.preventDefault();
      setIsOver(add !== undefined);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      add?.(event.dataTransfer.files);
    };
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const images = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      // Every image that is not copied from a file has the same name.
      add?.(
        images.map((image) => {
          pasted.current += 1;
          return new File([image], pastedName(pasted.current), { type: image.type });
        }),
      );
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    return () => listeners.abort();
  });
  return isOver;
}
