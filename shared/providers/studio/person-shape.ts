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

/** The certain pixels: 1 for the person, -1 for the background, 0 for pixels to be decided. */
export function certainties(distance: Plane, face: FacePlace): Int8Array {
  const { width, height } = distance;
  const sure = new Int8Array(width * height);
  for (let row = 0, i = 0; row < height; row++) {
    const y = (row - face.y) / face.eyeDistance;
    for (let column = 0; column < width; column++, i++) {
      const x = Math.abs((column - face.x) / face.eyeDistance);
      const inFace = Math.hypot(x / 0.95, (y - 0.35) / 1.45) < 1;
      const inNeck = x < 0.4 && y > 1 && y < 2.6;
      const inChest = y > 3.2 && x < 0.9 + 0.25 * (y - 3.2);
      // Hair and hats extend this far at most. Below the shoulders, any pixel may belong to an arm.
      const farAbove = y < -3.4 || (y < 1.6 && x > 3.2) || (y < 2.4 && x > 4.2);
      if (inFace || inNeck || inChest) sure[i] = 1;
      else if (farAbove) sure[i] = -1;
    }
  }
  return sure;
}

/**
 * The first pixels of the person, from which its colours are learned: the inner part of the outline. At the
 * height of the neck, where collars and bare wall are equally common, only the certain pixels are used.
 */
export function firstGuess(distance: Plane, sure: Int8Array, face: FacePlace): Uint8Array {
  const neckFrom = (face.y + 1.1 * face.eyeDistance) * distance.width;
  const neckTo = (face.y + 3.2 * face.eyeDistance) * distance.width;
  return Uint8Array.from(distance.data, (value, i) =>
    sure[i]! > 0 || (value < CORE && (i < neckFrom || i > neckTo)) ? 1 : 0,
  );
}

const CORE = -0.5;
