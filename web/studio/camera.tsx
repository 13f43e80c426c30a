import { type StateUpdater, useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../design/icon.tsx';
import { TitledDialog } from '../design/titled-dialog.tsx';
import { useText } from '../text/language.tsx';
import { photos as photosText } from '../text/photos.ts';

interface CameraDialogProps {
  /** The photos that were taken and are not added yet. A dialog that is closed by mistake loses none of them. */
  shots: readonly Shot[];
  setShots(update: StateUpdater<readonly Shot[]>): void;
  onClose(): void;
  /** Adds the photos that were taken. */
  use(files: File[]): void;
}

export interface Shot {
  key: number;
  file: File;
  url: string;
}

type CameraState = 'starting' | 'on' | 'denied' | 'missing';

const TIMER_SECONDS = 3;
const JPEG_QUALITY = 0.92;
const VIDEO: MediaTrackConstraints = { facingMode: 'user', width: { ideal: 1920 }, height: { ideal: 1080 } };

/** Takes photos with the camera of the computer. The preview is mirrored, as people know themselves; photos are not. */
export function CameraDialog({ shots, setShots, onClose, use }: CameraDialogProps) {
  const text = useText(photosText).camera;
  const video = useRef<HTMLVideoElement>(null);
  const state = useStream(video);
  const [seconds, setSeconds] = useState(0);
  const lastKey = useRef(shots.at(-1)?.key ?? 0);

  const shoot = async () => {
    const blob = video.current && (await frameOf(video.current));
    if (!blob) return;
    lastKey.current += 1;
    const key = lastKey.current;
    const file = new File([blob], `${text.name(key)}.jpg`, { type: blob.type });
    setShots((former) => [...former, { key, file, url: URL.createObjectURL(blob) }]);
  };
  const removeShot = (shot: Shot) => {
    URL.revokeObjectURL(shot.url);
    setShots((former) => former.filter((other) => other !== shot));
  };
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => {
      setSeconds(seconds - 1);
      if (seconds === 1) void shoot();
    }, 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const addShots = () => {
    for (const { url } of shots) URL.revokeObjectURL(url);
    setShots([]);
    use(shots.map(({ file }) => file));
  };

  const isOn = state === 'on';
  return (
    <TitledDialog class="camera" label={text.title} onClose={onClose}>
      <div class="viewfinder">
        <video ref={video} muted playsInline class={`covers ${isOn ? '' : 'off'}`} />
        {isOn && <span class="outline" />}
        {seconds > 0 && <span class="countdown">{seconds}</span>}
        {!isOn && <p role="status">{text[state]}</p>}
      </div>
      <p class="hint">{text.hint}</p>
      <ul class="shots" aria-label={text.shots}>
        {shots.map((shot, index) => (
          <li key={shot.key}>
            <img src={shot.url} alt="" />
            <IconButton name="close" label={text.removeShot(index + 1)} onClick={() => removeShot(shot)} />
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button
          label={text.timer}
          disabled={!isOn || seconds > 0}
          onClick={() => setSeconds(TIMER_SECONDS)}
        />
        <Button
          icon="camera"
          label={text.shoot}
          disabled={!isOn || seconds > 0}
          onClick={() => void shoot()}
        />
        <Button
          class="primary"
          label={text.use(shots.length)}
          disabled={shots.length === 0}
          onClick={addShots}
        />
      </div>
    </TitledDialog>
  );
}

/** Shows the camera in the video element, and switches it off at the end. */
function useStream(video: { current: HTMLVideoElement | null }): CameraState {
  const [state, setState] = useState<CameraState>('starting');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isClosed = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: VIDEO });
        if (isClosed || !video.current) return stop();
        video.current.srcObject = stream;
        await video.current.play();
        setState('on');
      } catch (error) {
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
        if (!isClosed) setState(isDenied ? 'denied' : 'missing');
      }
    };
    void start();
    return () => {
      isClosed = true;
      stop();
    };
  }, []);
  return state;
}

/** The present frame of a video, as a JPEG in its full size. */
async function frameOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return undefined;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}
