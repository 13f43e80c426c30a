import { openImage } from '../../images/decode.ts';
import { loadModel } from '../../vision/runtime.ts';
import type { FacePlace } from './person-shape.ts';
import {
  type Box,
  boxBlur,
  type ColourImage,
  clamp,
  createPlane,
  map,
  type Plane,
  rowsOf,
  smoothstep,
} from './raster.ts';

/** The likelihood that each pixel shows the person, and how far the views of it disagree. */
export interface Segmentation {
  readonly person: Plane;
  /** The likelihood that each pixel shows the person or anything that might be connected to the person. */
  readonly possible: Plane;
  /** 0 where all views agree, up to 1. */
  readonly doubt: Plane;
}

/** The side of the model's input, in pixels. */
const VIEW = 256;

/**
 * The views from near, each a square around a point so far below the eyes that reaches so far, in eye distances; and
 * the weight of its vote. Hair needs the nearest views, shoulders the wider ones.
 */
const NEAR_VIEWS = [
  { below: 2.6, reach: 4.4, weight: 0.8 },
  { below: 0, reach: 4.5, weight: 0.8 },
  { below: 0, reach: 3.3, weight: 1 },
  { below: 0, reach: 2.4, weight: 1.2 },
] as const;
const WHOLE_WEIGHT = 0.6;
/** A view counts less towards its sides, over this width in eye distances. */
const FADE = 0.8;

/** Weighted sums of the votes of all views. */
interface Votes {
  readonly weights: Plane;
  readonly sums: Plane;
  readonly squares: Plane;
}

/**
 * Finds the pixels of the person by a learned segmentation, which sees 256 × 256 pixels. It gets the image several
 * times, whole and from near, also mirrored, and the views vote: what is really the person is seen in all of them,
 * while something else is taken for the person in one or two. Only what is connected to the face counts.
 */
export async function segmentPerson(image: ColourImage, face: FacePlace): Promise<Segmentation> {
  const { width, height } = image;
  const votes = {
    weights: createPlane(width, height),
    sums: createPlane(width, height),
    squares: createPlane(width, height),
  };
  await addVotes(votes, image, { left: 0, top: 0, width, height }, WHOLE_WEIGHT, 0);
  for (const { below, reach, weight } of NEAR_VIEWS) {
    const box = nearBox(image, face, below, reach);
    const sameAsWhole = box.width > 0.95 * width && box.height > 0.95 * height;
    if (!sameAsWhole) await addVotes(votes, image, box, weight, FADE * face.eyeDistance);
  }
  const mean = map(votes.sums, (sum, i) => sum / votes.weights.data[i]!);
  const person = map(mean, (value) => smoothstep(0.2, 0.8, value));
  return {
    person: connectedTo(face, person, 0.5),
    possible: connectedTo(face, mean, 0.05),
    doubt: map(votes.squares, (sum, i) =>
      Math.sqrt(Math.max(0, sum / votes.weights.data[i]! - mean.data[i]! ** 2)),
    ),
  };
}

async function addVotes(
  { weights, sums, squares }: Votes,
  image: ColourImage,
  box: Box,
  weight: number,
  fade: number,
): Promise<void> {
  const weightAt = fade === 0 ? () => weight : fadeOut(image, box, weight, fade);
  const [plain, mirrored] = await viewsOf(image, box);
  const plainAt = rowsOf(plain, box.width, box.height);
  const mirroredAt = rowsOf(mirrored, box.width, box.height);
  for (let y = 0; y < box.height; y++) {
    const one = plainAt(y);
    const other = mirroredAt(y);
    for (let x = 0, i = (box.top + y) * image.width + box.left; x < box.width; x++, i++) {
      const vote = weightAt(x, y);
      const p = one[x]!;
      const q = other[x]!;
      weights.data[i]! += 2 * vote;
      sums.data[i]! += vote * (p + q);
      squares.data[i]! += vote * (p * p + q * q);
    }
  }
}

function nearBox(image: ColourImage, { x, y, eyeDistance: d }: FacePlace, below: number, reach: number): Box {
  const left = Math.round(clamp(x - reach * d, 0, image.width - 2));
  const right = Math.round(clamp(x + reach * d, left + 1, image.width));
  const top = Math.round(clamp(y + (below - reach) * d, 0, image.height - 2));
  const bottom = Math.round(clamp(y + (below + reach) * d, top + 1, image.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** The weight of a view: 0 at those of its sides that are not sides of the image, full further in. */
function fadeOut(
  image: ColourImage,
  box: Box,
  weight: number,
  fade: number,
): (x: number, y: number) => number {
  const right = box.left + box.width < image.width ? box.width - 1 : Number.POSITIVE_INFINITY;
  const bottom = box.top + box.height < image.height ? box.height - 1 : Number.POSITIVE_INFINITY;
  const left = box.left > 0 ? 0 : Number.NEGATIVE_INFINITY;
  const top = box.top > 0 ? 0 : Number.NEGATIVE_INFINITY;
  return (x, y) => weight * smoothstep(0.2, 1, Math.min(x - left, right - x, y - top, bottom - y) / fade);
}

/** The part of the image as the model sees it, and as it sees its mirror image, turned back. */
async function viewsOf({ width, height, data }: ColourImage, box: Box): Promise<[Plane, Plane]> {
  const pixels = await openImage(data, { raw: { width, height, channels: 3 } })
    .extract(box)
    .resize(VIEW, VIEW, { fit: 'fill' })
    .raw()
    .toBuffer();
  // Float32Array.from with a function would read the bytes by an iterator, which takes several times as long.
  const input = new Float32Array(pixels).map((value) => value / 255);
  const plain = await likelihoods(input);
  const mirrored = await likelihoods(mirroredInput(input));
  for (let y = 0; y < VIEW; y++) mirrored.data.subarray(y * VIEW, (y + 1) * VIEW).reverse();
  return [plain, mirrored];
}

async function likelihoods(input: Float32Array): Promise<Plane> {
  const model = await loadModel('person');
  const [data] = await model.run(input);
  if (data?.length !== VIEW * VIEW)
    throw new Error('The person model has another output than expected: check its version.');
  return { width: VIEW, height: VIEW, data };
}

function mirroredInput(input: Float32Array): Float32Array {
  const mirrored = new Float32Array(input.length);
  for (let y = 0, to = 0; y < VIEW; y++) {
    for (let x = VIEW - 1; x >= 0; x--, to += 3) {
      const from = 3 * (y * VIEW + x);
      mirrored[to] = input[from]!;
      mirrored[to + 1] = input[from + 1]!;
      mirrored[to + 2] = input[from + 2]!;
    }
  }
  return mirrored;
}

/**
 * Without the parts of the image that no pixels of at least this likelihood connect to the face: other people,
 * mostly.
 */
function connectedTo(face: FacePlace, person: Plane, likelihood: number): Plane {
  const { width, height } = person;
  const connected = createPlane(width, height);
  const start = startIn(person, face);
  if (start === undefined) return person;
  const found = [start];
  connected.data[start] = 1;
  for (let next = 0; next < found.length; next++) {
    const pixel = found[next]!;
    const column = pixel % width;
    for (const neighbour of [
      column > 0 ? pixel - 1 : pixel,
      column < width - 1 ? pixel + 1 : pixel,
      pixel - width,
      pixel + width,
    ]) {
      if (connected.data[neighbour] !== 0 || !(person.data[neighbour]! > likelihood)) continue;
      connected.data[neighbour] = 1;
      found.push(neighbour);
    }
  }
  // The soft edge around the connected part belongs to it.
  const around = boxBlur(connected, Math.max(1, Math.round(0.12 * face.eyeDistance)));
  return { width, height, data: person.data.map((value, i) => value * smoothstep(0, 0.05, around.data[i]!)) };
}

/** A pixel of the face that surely shows the person. */
function startIn({ width, height, data }: Plane, { x, y, eyeDistance }: FacePlace): number | undefined {
  for (const down of [0, 0.5, 1, -0.5]) {
    const column = clamp(Math.round(x), 0, width - 1);
    const row = clamp(Math.round(y + down * eyeDistance), 0, height - 1);
    if (data[row * width + column]! > 0.5) return row * width + column;
  }
  return undefined;
}
