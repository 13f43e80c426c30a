/** Zoom and position of an image in a stage: a scale, and the offset of its centre from the stage's in CSS pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A point in CSS pixels, measured from the centre of the stage. */
export interface Point {
  x: number;
  y: number;
}

export const FITTED: View = { scale: 1, x: 0, y: 0 };
export const LARGEST_SCALE = 6;

/** The size at which an image fits into a stage as a whole. */
export function fittedSize(image: Size, stage: Size): Size {
  const factor = Math.min(stage.width / image.width, stage.height / image.height);
  return { width: image.width * factor, height: image.height * factor };
}

/** Zooms by a factor. The point of the image that is at `point` stays there. */
export function zoomedAt(view: View, point: Point, factor: number): View {
  const scale = Math.min(LARGEST_SCALE, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}

/** Moves the view as little as needed for the image to fill the stage, or to be centred where it is smaller. */
export function kept(view: View, fitted: Size, stage: Size): View {
  const within = (offset: number, size: number, space: number) => {
    const spare = Math.max(0, (size * view.scale - space) / 2);
    return Math.min(spare, Math.max(-spare, offset));
  };
  return {
    scale: view.scale,
    x: within(view.x, fitted.width, stage.width),
    y: within(view.y, fitted.height, stage.height),
  };
}
