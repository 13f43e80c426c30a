import { clamp, createPlane, type Plane } from './raster.ts';

/** The place of a face in pixels of an image: the point between the eyes, and their distance. */
export interface FacePlace {
  readonly x: number;
  readonly y: number;
  readonly eyeDistance: number;
}

/**
 * The distance of each pixel from the usual outline of head and shoulders, in eye distances: positive
 * outside, negative inside.
 */
export function distanceFromOutline(width: number, height: number, face: FacePlace): Plane {
  const distance = createPlane(width, height);
  for (let row = 0, i = 0; row < height; row++) {
    const y = (row - face.y) / face.eyeDistance;
    for (let column = 0; column < width; column++, i++) {
      const x = Math.abs((column - face.x) / face.eyeDistance);
      distance.data[i] = Math.min(toHead(x, y), toBody(x, y));
    }
  }
  return distance;
}

/** Hair included: the crown lies 1.9 eye distances above the eyes, the chin 1.8 below. */
function toHead(x: number, y: number): number {
  return (Math.hypot(x / 1.45, (y + 0.05) / 1.9) - 1) * 1.5;
}

/** Neck, then shoulders sloping to 3.2 eye distances on each side, then arms hanging down. */
function toBody(x: number, y: number): number {
  const halfWidth = 0.8 + 2.4 * clamp((y - 1.5) / 2.5, 0, 1) ** 0.7;
  return Math.max(x - halfWidth, (1.2 - y) * 0.9);
}
