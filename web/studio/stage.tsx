import type { Ref } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { MAIN } from '../service/photos.ts';
import { followGestures } from './gestures.ts';
import type { Headshot } from './headshot.ts';
import { FITTED, fittedSize, kept, type Point, type View, zoomedAt } from './zoom.ts';

/** The functions by which buttons and keys zoom. */
export interface StageHandle {
  zoom(factor: number): void;
  move(x: number, y: number): void;
  fit(): void;
}

interface StageProps {
  handle: Ref<StageHandle>;
  headshot: Headshot;
  alt: string;
  /** Shows the next headshot for 1, and the former one for -1. */
  onTurn(by: number): void;
  onZoomed(isZoomed: boolean): void;
}

const DOUBLE_TAP_SCALE = 2.5;
/** A swipe covers this share of the stage, or is as fast as this in pixels per millisecond. */
const SWIPE = { share: 0.2, speed: 0.5 };
const CENTRE: Point = { x: 0, y: 0 };

/** A headshot that can be zoomed, moved and swiped. Enlarged, it is shown in full size. */
export function Stage({ handle, headshot, alt, onTurn, onZoomed }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const zoomable = useRef<HTMLDivElement>(null);
  const view = useRef<View>(FITTED);
  const [isZoomed, setIsZoomed] = useState(false);
  const [full, setFull] = useState<string>();
  const { main, thumbnail, original } = headshot.urls;
  const turn = useRef(onTurn);
  turn.current = onTurn;

  const show = (next: View, isFollowing: boolean) => {
    if (!stage.current || !zoomable.current) return;
    const { width, height } = stage.current.getBoundingClientRect();
    const space = { width, height };
    view.current = kept(next, fittedSize(MAIN, space), space);
    const { scale, x, y } = view.current;
    // A finger is followed at once; buttons and keys move softly.
    zoomable.current.classList.toggle('soft', !isFollowing);
    zoomable.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    setIsZoomed(scale > 1.01);
  };
  /** Lets the headshot follow a swipe, beyond its place. */
  const pull = (x: number) => {
    zoomable.current?.classList.remove('soft');
    if (zoomable.current) zoomable.current.style.transform = `translateX(${x}px)`;
  };

  useImperativeHandle(handle, () => ({
    zoom: (factor) => show(zoomedAt(view.current, CENTRE, factor), false),
    move: (x, y) => show({ ...view.current, x: view.current.x + x, y: view.current.y + y }, false),
    fit: () => show(FITTED, false),
  }));

  // Before the headshot is painted, so that no swipe at it is lost.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    let pulled = 0;
    return followGestures(element, {
      onDrag: (by, pointer) => {
        if (view.current.scale > 1) {
          show({ ...view.current, x: view.current.x + by.x, y: view.current.y + by.y }, true);
        } else if (pointer === 'touch') {
          pulled += by.x;
          pull(pulled);
        }
      },
      onDragEnd: ({ x, y }, speed, pointer) => {
        pulled = 0;
        if (view.current.scale > 1) return;
        const isAcross = pointer === 'touch' && Math.abs(x) > Math.abs(y);
        const isFar = Math.abs(x) > element.clientWidth * SWIPE.share || speed > SWIPE.speed;
        if (isAcross && isFar && Math.abs(x) > 30) turn.current(x < 0 ? 1 : -1);
        else show(FITTED, false);
      },
      onZoom: (point, factor) => {
        pulled = 0;
        show(zoomedAt(view.current, point, factor), true);
      },
      onDoubleTap: (point) =>
        show(view.current.scale > 1 ? FITTED : zoomedAt(FITTED, point, DOUBLE_TAP_SCALE), false),
    });
  }, []);

  useEffect(() => {
    onZoomed(isZoomed);
    if (!isZoomed || original === undefined || full !== undefined) return;
    // The full size replaces the smaller one when it is loaded.
    const image = new Image();
    image.src = original;
    image.addEventListener('load', () => setFull(original), { once: true });
  }, [isZoomed]);
  // The next headshot begins fitted.
  useEffect(() => () => onZoomed(false), []);

  return (
    <div ref={stage} class={isZoomed ? 'stage zoomed' : 'stage'}>
      <div ref={zoomable} class="zoomable">
        {thumbnail !== undefined && <img src={thumbnail} alt="" class="under" />}
        <img src={full ?? main} alt={alt} width={MAIN.width} height={MAIN.height} draggable={false} />
      </div>
    </div>
  );
}
