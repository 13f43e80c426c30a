import { type Box, clamp, createPlane, type Plane } from './raster.ts';

/** The smallest box around all. */
export function union(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return {
    left,
    top,
    width: Math.max(...boxes.map((box) => box.left + box.width)) - left,
    height: Math.max(...boxes.map((box) => box.top + box.height)) - top,
  };
}

/** Whole pixels, inside the given bounds. */
export function roundBox(box: Box, bounds: Box): Box {
  const left = clamp(Math.floor(box.left), bounds.left, bounds.left + bounds.width - 1);
  const top = clamp(Math.floor(box.top), bounds.top, bounds.top + bounds.height - 1);
  const right = clamp(Math.ceil(box.left + box.width), left + 1, bounds.left + bounds.width);
  const bottom = clamp(Math.ceil(box.top + box.height), top + 1, bounds.top + bounds.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** The pixels of `kept` out of a plane that shows `part`. */
export function cropPlane(plane: Plane, kept: Box, part: Box): Plane {
  const scale = plane.width / part.width;
  const left = clamp(Math.round((kept.left - part.left) * scale), 0, plane.width - 1);
  const top = clamp(Math.round((kept.top - part.top) * scale), 0, plane.height - 1);
  const width = clamp(Math.round(kept.width * scale), 1, plane.width - left);
  const height = clamp(Math.round(kept.height * scale), 1, plane.height - top);
  const cropped = createPlane(width, height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * plane.width + left;
    cropped.data.set(plane.data.subarray(start, start + width), y * width);
  }
  return cropped;
}
