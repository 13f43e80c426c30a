import sharp from 'sharp';
import { locatePerson } from '../../shared/providers/studio/locate-person.ts';
import type { Subject } from '../../shared/providers/studio/subject.ts';
import { decodeUpright } from '../../shared/providers/studio/upright-image.ts';
import type { ComposedPortrait } from './composed-portraits.ts';

/** The pixels of a subject by their place in the upload; undefined beyond the subject's edges. */
export interface PlacedSubject {
  readonly eyeDistance: number;
  alphaAt(x: number, y: number): number | undefined;
  colourAt(x: number, y: number): readonly [number, number, number] | undefined;
}

export async function placeSubject(
  subject: Subject,
  { upload, truth }: ComposedPortrait,
): Promise<PlacedSubject> {
  const { face } = await locatePerson(await decodeUpright(upload, truth.height));
  const [alpha, image] = await Promise.all([
    sharp(subject.alpha).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true }),
    sharp(subject.image).raw().toBuffer(),
  ]);
  const { width, height } = alpha.info;
  // The subject's face box is as wide as two eye distances, which gives its scale and place in the upload.
  const scale = subject.face.width / (2 * face.eyeDistance);
  const left = face.x - (subject.face.left + subject.face.width / 2) / scale;
  const top = face.y - (subject.face.top + 0.4 * subject.face.width) / scale;
  const indexOf = (x: number, y: number) => {
    const column = Math.round((x + 0.5 - left) * scale - 0.5);
    const row = Math.round((y + 0.5 - top) * scale - 0.5);
    return column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column;
  };
  return {
    eyeDistance: face.eyeDistance,
    alphaAt: (x, y) => {
      const value = alpha.data[indexOf(x, y)];
      return value === undefined ? undefined : value / 255;
    },
    colourAt: (x, y) => {
      const at = 3 * indexOf(x, y);
      return at < 0 ? undefined : [image[at] ?? 0, image[at + 1] ?? 0, image[at + 2] ?? 0];
    },
  };
}

/** The differences of a cut from the truth. Lengths are in eye distances. */
export interface CutErrors {
  /** The mean error of alpha, 0 to 1, within a tenth of an eye distance of the true outline. */
  readonly edge: number;
  /** The area that is wrongly taken or wrongly left, in squared eye distances. */
  readonly area: number;
  /** The distance of the crown of the cut below the true crown; negative when it is higher. */
  readonly crown: number;
}

export async function cutErrors(subject: Subject, portrait: ComposedPortrait): Promise<CutErrors> {
  const { truth } = portrait;
  const placed = await placeSubject(subject, portrait);
  const reach = Math.max(1, Math.round(0.1 * placed.eyeDistance));
  let edgeSum = 0;
  let edgeCount = 0;
  let wrong = 0;
  let cutTop = truth.height;
  let trueTop = truth.height;
  for (let y = 0; y < truth.height; y++) {
    for (let x = 0; x < truth.width; x++) {
      const alpha = placed.alphaAt(x, y);
      if (alpha === undefined) continue;
      const real = truth.data[y * truth.width + x] ?? 0;
      const error = Math.abs(alpha - real);
      if (error > 0.5) wrong++;
      if (alpha > 0.5) cutTop = Math.min(cutTop, y);
      if (real > 0.5) trueTop = Math.min(trueTop, y);
      if (isNearEdge(truth, x, y, reach)) {
        edgeSum += error;
        edgeCount++;
      }
    }
  }
  return {
    edge: edgeSum / edgeCount,
    area: wrong / placed.eyeDistance ** 2,
    crown: (cutTop - trueTop) / placed.eyeDistance,
  };
}

/** True when the true outline passes within `reach` pixels, to the sides, above or below. */
export function isNearEdge(
  { width, height, data }: ComposedPortrait['truth'],
  x: number,
  y: number,
  reach: number,
): boolean {
  const isInside = (column: number, row: number) => (data[row * width + column] ?? 0) > 0.5;
  const inside = isInside(x, y);
  return (
    (x + reach < width && isInside(x + reach, y) !== inside) ||
    (x >= reach && isInside(x - reach, y) !== inside) ||
    (y + reach < height && isInside(x, y + reach) !== inside) ||
    (y >= reach && isInside(x, y - reach) !== inside)
  );
}
