import type { Point } from './zoom.ts';

/** Gestures of fingers, a pen, a mouse and its wheel on an element. Points are measured from its centre, in CSS pixels. */
export interface GestureHandlers {
  /** One pointer has moved by this much. */
  onDrag(by: Point, pointer: PointerType): void;
  /** The last pointer was lifted after a drag, which has covered this distance at this speed in pixels per ms. */
  onDragEnd(distance: Point, speed: number, pointer: PointerType): void;
  /** Two fingers, or the wheel, zoom by a factor around a point. */
  onZoom(point: Point, factor: number): void;
  /** A double tap or a double click. */
  onDoubleTap?(point: Point): void;
}

export type PointerType = 'mouse' | 'touch';

/** The factor of one notch of a wheel, which is 100 pixels. */
const WHEEL_FACTOR = 1.2;
const WHEEL_NOTCH = 100;
/** Two taps are one gesture within this time in milliseconds, and this distance in pixels. */
const DOUBLE_TAP = { time: 300, distance: 30 };
/** A pointer that moves less, in pixels, taps. */
const TAP_DISTANCE = 8;

/**
 * Follows the gestures on an element, whose `touch-action` has to be none.
 * @returns a function that ends it
 */
export function followGestures(element: HTMLElement, handlers: GestureHandlers): () => void {
  const pointers = new Map<number, Point>();
  let distance: Point = { x: 0, y: 0 };
  let startedAt = 0;
  let hadTwoPointers = false;
  let lastTap: { at: number; point: Point } | undefined;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || pointers.size === 2 || isControl(event.target)) return;
    element.setPointerCapture(event.pointerId);
    if (pointers.size === 0) {
      distance = { x: 0, y: 0 };
      startedAt = event.timeStamp;
      hadTwoPointers = false;
    } else {
      hadTwoPointers = true;
    }
    pointers.set(event.pointerId, pointOf(event));
  };

  const move = (event: PointerEvent) => {
    const former = pointers.get(event.pointerId);
    if (!former) return;
    const point = pointOf(event);
    pointers.set(event.pointerId, point);
    const by = { x: point.x - former.x, y: point.y - former.y };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      // Each finger moves the midpoint by half of its own movement.
      handlers.onDrag({ x: by.x / 2, y: by.y / 2 }, 'touch');
      handlers.onZoom(midpoint(point, other), between(point, other) / Math.max(1, between(former, other)));
    } else {
      distance = { x: distance.x + by.x, y: distance.y + by.y };
      if (!hadTwoPointers) handlers.onDrag(by, typeOf(event));
    }
  };

  const up = (event: PointerEvent) => {
    const point = pointers.get(event.pointerId);
    if (!pointers.delete(event.pointerId) || !point || pointers.size > 0) return;
    const elapsed = Math.max(1, event.timeStamp - startedAt);
    const length = Math.hypot(distance.x, distance.y);
    if (length < TAP_DISTANCE && event.type === 'pointerup' && !hadTwoPointers) tap(event.timeStamp, point);
    // A pinch is no swipe.
    const swiped = hadTwoPointers ? { x: 0, y: 0 } : distance;
    handlers.onDragEnd(swiped, length / elapsed, typeOf(event));
  };

  const tap = (at: number, point: Point) => {
    const isSecond =
      lastTap !== undefined &&
      at - lastTap.at < DOUBLE_TAP.time &&
      between(point, lastTap.point) < DOUBLE_TAP.distance;
    lastTap = isSecond ? undefined : { at, point };
    if (isSecond) handlers.onDoubleTap?.(point);
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    handlers.onZoom(pointOf(event), WHEEL_FACTOR ** (-(event.deltaY * lines) / WHEEL_NOTCH));
  };

  const ended = new AbortController();
  const { signal } = ended;
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', up, { signal });
  element.addEventListener('wheel', wheel, { signal, passive: false });
  return () => ended.abort();
}

/** Buttons in the element keep their clicks. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, a') !== null;
}

function typeOf({ pointerType }: PointerEvent): PointerType {
  return pointerType === 'mouse' ? 'mouse' : 'touch';
}

function between(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function midpoint(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
