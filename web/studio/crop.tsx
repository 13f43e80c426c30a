import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../design/icon.tsx';
import { OneOf } from '../design/one-of.tsx';
import { TitledDialog } from '../design/titled-dialog.tsx';
import { useAction } from '../design/use-action.ts';
import { saveBlob } from '../service/save.ts';
import { gallery } from '../text/gallery.ts';
import { useText } from '../text/language.tsx';
import {
  firstPlacement,
  LARGEST_ZOOM,
  type Placement,
  placed,
  SHAPES,
  type Shape,
  zoomedPlacement,
} from './crop-shapes.ts';
import { drawCrop, encodeCrop } from './draw-crop.ts';
import { followGestures } from './gestures.ts';
import { fileName, type Headshot } from './headshot.ts';
import type { Headshots } from './use-headshots.ts';
import type { Studio } from './view.ts';
import type { Point } from './zoom.ts';

interface CropProps {
  studio: Studio;
  headshots: Headshots;
  headshot: Headshot;
  /** An error to show. */
  alert: string | undefined;
  close(): void;
}

/** The pixels of the shape by which an arrow key moves the image. */
const KEY_STEP = 20;

/** Crops a headshot from its full size. The preview is the file itself: it can be moved and zoomed. */
export function Crop({ studio, headshots, headshot, alert, close }: CropProps) {
  const text = useText(gallery).crop;
  const [image, setImage] = useState<ImageBitmap>();
  const [shape, setShape] = useState<Shape>(SHAPES[0] as Shape);
  const [placement, setPlacement] = useState<Placement>({ zoom: 1, x: 0, y: 0 });
  const canvas = useRef<HTMLCanvasElement>(null);
  const { isBusy, run } = useAction(studio.fail);

  useEffect(() => {
    void run(async () => {
      const bitmap = await createImageBitmap(await headshots.fullSize(headshot));
      setPlacement(firstPlacement(shape, bitmap));
      setImage(bitmap);
    });
  }, []);
  useEffect(() => {
    if (canvas.current && image) drawCrop(canvas.current, image, shape, placement);
  }, [image, shape, placement]);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !image) return;
    // The preview is smaller than the file.
    const inShape = ({ x, y }: Point) => {
      const factor = shape.width / element.clientWidth;
      return { x: x * factor, y: y * factor };
    };
    return followGestures(element, {
      onDrag: (by) => move(inShape(by)),
      onDragEnd: () => undefined,
      onZoom: (point, factor) =>
        setPlacement((former) => zoomedPlacement(shape, image, former, inShape(point), factor)),
    });
  }, [image, shape]);

  const move = (by: Point) =>
    setPlacement((former) =>
      image ? placed(shape, image, { ...former, x: former.x + by.x, y: former.y + by.y }) : former,
    );
  const choose = (next: Shape) => {
    setShape(next);
    if (image) setPlacement(firstPlacement(next, image));
  };
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    move({ x: by.x * KEY_STEP, y: by.y * KEY_STEP });
  };
  const download = () =>
    run(async () => {
      if (!canvas.current) return;
      const ending = `-${shape.name}${shape.type === 'image/png' ? '.png' : '.jpg'}`;
      const name = fileName(studio.overview.member.name, headshots.numberOf(headshot), ending);
      saveBlob(await encodeCrop(canvas.current, shape), name);
    });

  return (
    <TitledDialog class="tool-dialog crop" label={text.title} onClose={close}>
      <div role="alert">{alert !== undefined && <p class="alert">{alert}</p>}</div>
      <OneOf
        class="shapes"
        each="chip"
        label={text.shape}
        names={text.shapes}
        chosen={shape.name}
        choose={(name) => choose(SHAPES.find((each) => each.name === name) ?? shape)}
      />
      <div class="preview-place" aria-busy={image === undefined}>
        <canvas
          ref={canvas}
          class={shape.isRound ? 'round' : ''}
          width={shape.width}
          height={shape.height}
          tabIndex={0}
          role="img"
          aria-label={text.preview}
          onKeyDown={press}
        />
      </div>
      <label class="zoom-field">
        <span class="unseen">{text.zoom}</span>
        <Icon name="zoomOut" />
        <input
          type="range"
          min={1}
          max={LARGEST_ZOOM}
          step={0.01}
          value={placement.zoom}
          disabled={!image}
          onInput={({ currentTarget }) =>
            image &&
            setPlacement((former) =>
              zoomedPlacement(
                shape,
                image,
                former,
                { x: 0, y: 0 },
                Number(currentTarget.value) / former.zoom,
              ),
            )
          }
        />
        <Icon name="zoomIn" />
      </label>
      <div class="beside crop-end">
        <span class="hint">
          {image ? `${text.lead} ${text.size(shape.width, shape.height)}` : text.loading}
        </span>
        <Button
          class="primary"
          icon="download"
          label={text.download}
          disabled={!image || isBusy}
          onClick={() => void download()}
        />
      </div>
    </TitledDialog>
  );
}

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
