import type { FramingName } from '../../contract/styles.ts';
import type { FacePlace } from './person-shape.ts';
import { type Box, clamp, type Plane } from './raster.ts';

/** Width over height of every headshot. */
const ASPECT = 4 / 5;

/**
 * The preferred height of each crop in eye distances, and the room above the hair as a share of the height.
 */
const PREFERENCES: Record<FramingName, { readonly height: number; readonly headroom: number }> = {
  tight: { height: 6.3, headroom: 0.06 },
  classic: { height: 7.8, headroom: 0.085 },
  wide: { height: 8.8, headroom: 0.1 },
};

/** The distance from the eyes to below the chin, in eye distances. */
const CHIN = 2.1;

/** The surroundings of the person: where the image ends, and at which sides the person is cut off. */
export interface Surroundings {
  /** The whole image. */
  readonly image: Box;
  readonly face: FacePlace;
  /** The top of the hair. */
  readonly headTop: number;
  /**
   * Whether the image's side cuts off the person in the given rows. The frame must not extend beyond that
   * side.
   */
  touchesLeft(top: number, bottom: number): boolean;
  touchesRight(top: number, bottom: number): boolean;
  readonly touchesTop: boolean;
}

/**
 * The frame of a crop: the eyes in the upper middle, the whole head with the chin, and no edge at which the person is
 * cut off. The frame may extend beyond the image where only the backdrop is visible. When the preferred height does not
 * fit, tighter frames are tried.
 */
export function frameFor(crop: FramingName, around: Surroundings): Box {
  const { image, face, headTop } = around;
  const d = face.eyeDistance;
  const preferred = PREFERENCES[crop];
  const bottomEnd = image.top + image.height;
  const rightEnd = image.left + image.width;
  let best: Box | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (let share = 1; share > 0.3; share -= 0.02) {
    const height = preferred.height * share * d;
    const width = height * ASPECT;
    const preferredTop = headTop - preferred.headroom * height;
    let top = Math.min(preferredTop, bottomEnd - height);
    if (around.touchesTop) top = Math.max(top, image.top);
    if (top + height > bottomEnd + 0.5) continue;
    const preferredLeft = face.x - width / 2;
    const leftmost = around.touchesLeft(top, top + height) ? image.left : Number.NEGATIVE_INFINITY;
    const rightmost = around.touchesRight(top, top + height) ? rightEnd - width : Number.POSITIVE_INFINITY;
    if (leftmost > rightmost + 0.5) continue;
    const left = clamp(preferredLeft, leftmost, rightmost);
    const cutOff =
      Math.max(0, top - headTop) +
      Math.max(0, face.y + CHIN * d - top - height) +
      Math.max(0, left - (face.x - 1.5 * d)) +
      Math.max(0, face.x + 1.5 * d - left - width);
    const cost =
      2.2 * (1 - share) +
      (5 * Math.abs(left - preferredLeft)) / width +
      (4 * Math.abs(top - preferredTop)) / height +
      (8 * cutOff) / d;
    if (cost < lowest) {
      lowest = cost;
      best = { left, top, width, height };
    }
  }
  return best ?? largestInside(image, face);
}

/** The largest frame inside the image, for an upload that keeps its own background. */
function largestInside(image: Box, face: FacePlace): Box {
  const height = Math.min(image.height, image.width / ASPECT, 7.8 * face.eyeDistance);
  const width = height * ASPECT;
  return {
    width,
    height,
    left: clamp(face.x - width / 2, image.left, image.left + image.width - width),
    top: clamp(face.y - 0.4 * height, image.top, image.top + image.height - height),
  };
}

/** The surroundings of the person, from the matte of a part of the image. */
export function surroundingsOf(alpha: Plane, part: Box, image: Box, face: FacePlace): Surroundings {
  const scale = part.width / alpha.width;
  const row = (y: number) => Math.round((y - part.top) / scale);
  const touches = (atEdge: boolean, column: number) => (top: number, bottom: number) => {
    if (!atEdge) return false;
    const last = Math.min(alpha.height - 1, row(bottom));
    for (let y = Math.max(0, row(top)); y <= last; y++) {
      if (alpha.data[y * alpha.width + column]! > 0.3) return true;
    }
    return false;
  };
  const top = hairTop(alpha, (face.x - part.left) / scale, face.eyeDistance / scale);
  return {
    image,
    face,
    headTop: part.top + top * scale,
    touchesTop: part.top <= image.top && top <= 2,
    touchesLeft: touches(part.left <= image.left, 1),
    touchesRight: touches(part.left + part.width >= image.left + image.width, alpha.width - 2),
  };
}

function hairTop(alpha: Plane, faceX: number, eyeDistance: number): number {
  const left = clamp(Math.round(faceX - 1.3 * eyeDistance), 0, alpha.width);
  const right = clamp(Math.round(faceX + 1.3 * eyeDistance), 0, alpha.width);
  for (let y = 0; y < alpha.height; y++) {
    let covered = 0;
    for (let x = left; x < right; x++) covered += alpha.data[y * alpha.width + x]!;
    if (covered > 0.25 * eyeDistance) return y;
  }
  return 0;
}
