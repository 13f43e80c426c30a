import { openImage, type RawImage } from '../images/decode.ts';
import { loadModel } from './runtime.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in pixels of the image; it may reach beyond the edges. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Face {
  /** The face from the brows to the chin, about as wide as high. A whole head is about 1.8 times as high. */
  readonly box: Box;
  /** The certainty, from 0 to 1. Above 0.6, almost everything is a face. */
  readonly score: number;
  /** The eyes as they are seen: `left` is further left in an upright image, and the person's right eye. */
  readonly eyes: { readonly left: Point; readonly right: Point };
}

/** Below this score more things than faces are found. */
const USUAL_SCORE = 0.5;
/** Two boxes that share more of their area than this are of the same face. */
const SAME_FACE = 0.3;
/** The model divides the image into this many cells a side, and says of each whether a face has its centre there. */
const GRID = 48;
/** The values of a cell: the box's centre and size, and six points of the face, the eyes first. */
const VALUES = 16;

/**
 * Finds the faces of an upright image, the widest first: frontal and three-quarter views, of every skin, wider than 3 %
 * of the image's longer side. It may miss a face in profile, behind a mask or lying on its side.
 * @param lowestScore faces with a lower score are left out
 * @throws when the files of the model are missing.
 */
export async function findFaces(image: RawImage, lowestScore = USUAL_SCORE): Promise<Face[]> {
  const model = await loadModel('faces');
  const side = model.inputShape[1] ?? 0;
  const [first, second] = await model.run(await letterboxed(image, side));
  if (!first || !second)
    throw new Error('The face model has other outputs than expected: check its version.');
  const [geometry, logits] = first.length > second.length ? [first, second] : [second, first];
  const found: Face[] = [];
  for (const [cell, logit] of logits.entries()) {
    const score = 1 / (1 + Math.exp(-logit));
    if (score < lowestScore) continue;
    found.push(faceOf(geometry.subarray(cell * VALUES, (cell + 1) * VALUES), cell, score, side, image));
  }
  found.sort((a, b) => b.score - a.score);
  const distinct: Face[] = [];
  for (const face of found) {
    if (!distinct.some(({ box }) => overlap(box, face.box) > SAME_FACE)) distinct.push(face);
  }
  return distinct.sort((a, b) => b.box.width - a.box.width);
}

/** The image in the middle of a black square, with values from -1 to 1. */
async function letterboxed({ width, height, data }: RawImage, side: number): Promise<Float32Array> {
  const pixels = await openImage(data, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: 'contain', background: '#000' })
    .raw()
    .toBuffer();
  return new Float32Array(pixels).map((value) => value / 127.5 - 1);
}

/** Values are pixels of the square, relative to the centre of their cell. */
function faceOf(values: Float32Array, cell: number, score: number, side: number, image: RawImage): Face {
  const scale = Math.max(image.width, image.height) / side;
  const centre = {
    x: ((cell % GRID) + 0.5) * (side / GRID),
    y: (Math.floor(cell / GRID) + 0.5) * (side / GRID),
  };
  const margin = { x: (side - image.width / scale) / 2, y: (side - image.height / scale) / 2 };
  const point = (index: number): Point => ({
    x: (centre.x + (values[index] ?? 0) - margin.x) * scale,
    y: (centre.y + (values[index + 1] ?? 0) - margin.y) * scale,
  });
  const [width, height] = [(values[2] ?? 0) * scale, (values[3] ?? 0) * scale];
  const middle = point(0);
  return {
    box: { left: middle.x - width / 2, top: middle.y - height / 2, width, height },
    score,
    eyes: { left: point(4), right: point(6) },
  };
}

/** The shared part of two boxes, as a part of their union. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}
