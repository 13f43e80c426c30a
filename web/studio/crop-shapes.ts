import type { Point, Size } from './zoom.ts';

/** A shape to crop a headshot to. */
export interface Shape extends Size {
  name: 'square' | 'circle' | 'portrait' | 'linkedin' | 'slack' | 'teams' | 'github';
  type: 'image/jpeg' | 'image/png';
  /** The pixels outside the shape are transparent. */
  isRound?: true;
}

/**
 * The sizes, in pixels. Those of profile pictures are what the platforms recommend, the largest one where they name several:
 * LinkedIn at least 400, Slack 512 to 1024, Microsoft 365 648, GitHub 500 and less than 1 MB.
 */
export const SHAPES: readonly Shape[] = [
  { name: 'square', width: 1080, height: 1080, type: 'image/jpeg' },
  { name: 'circle', width: 800, height: 800, type: 'image/png', isRound: true },
  { name: 'portrait', width: 1080, height: 1350, type: 'image/jpeg' },
  { name: 'linkedin', width: 800, height: 800, type: 'image/jpeg' },
  { name: 'slack', width: 1024, height: 1024, type: 'image/jpeg' },
  { name: 'teams', width: 648, height: 648, type: 'image/jpeg' },
  { name: 'github', width: 500, height: 500, type: 'image/jpeg' },
];

/** The place of an image in a shape: its size beyond the smallest, and its centre's offset in pixels of the shape. */
export interface Placement extends Point {
  zoom: number;
}

export const LARGEST_ZOOM = 4;

/** The placement to begin with: faces are in the upper part of a portrait. */
export function firstPlacement(shape: Shape, image: Size): Placement {
  const { height } = placedSize(shape, image, 1);
  return placed(shape, image, { zoom: 1, x: 0, y: (height - shape.height) / 4 });
}

/** The size of the image in pixels of the shape. At zoom 1 it just covers the shape. */
export function placedSize(shape: Shape, image: Size, zoom: number): Size {
  const factor = Math.max(shape.width / image.width, shape.height / image.height) * zoom;
  return { width: image.width * factor, height: image.height * factor };
}

/** The placement within its bounds, so that the image leaves no gap. */
export function placed(shape: Shape, image: Size, { zoom, x, y }: Placement): Placement {
  const bounded = Math.min(LARGEST_ZOOM, Math.max(1, zoom));
  const { width, height } = placedSize(shape, image, bounded);
  const within = (offset: number, size: number, space: number) => {
    const spare = Math.max(0, size - space) / 2;
    return Math.min(spare, Math.max(-spare, offset));
  };
  return { zoom: bounded, x: within(x, width, shape.width), y: within(y, height, shape.height) };
}

/** Zooms by a factor. The point of the image that is at `point`, measured from the centre of the shape, stays there. */
export function zoomedPlacement(shape: Shape, image: Size, from: Placement, point: Point, factor: number) {
  const zoom = Math.min(LARGEST_ZOOM, Math.max(1, from.zoom * factor));
  const ratio = zoom / from.zoom;
  const moved = { zoom, x: point.x - (point.x - from.x) * ratio, y: point.y - (point.y - from.y) * ratio };
  return placed(shape, image, moved);
}
