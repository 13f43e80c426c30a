import { openImage } from '../../images/decode.ts';
import { loadModel } from '../../vision/runtime.ts';
import type { FacePlace } from './person-shape.ts';
import {
  type Box,
  boxBlur,
  type ColourImage,
  clamp,
  createPlane,
  type Plane,
  rowsOf,
  smoothstep,
} from './raster.ts';

/** The likelihood that each pixel shows the person, and how far the views of it disagree. */
export interface Segmentation {
  readonly person: Plane;
  /** The same, with all that might be connected to the person. */
  readonly possible: Plane;
  /** 0 where all views agree, up to 1. */
  readonly doubt: Plane;
}

/** What the model sees, in pixels of each side. */
const VIEW = 256;
/** The view of the head reaches this far from the point between the eyes, in eye distances. */
const HEAD_REACH = 3.3;
/** The views of the head and of the whole fade into each other over this width, in eye distances. */
const SEAM = 0.8;

/**
 * Finds the pixels of the person by a learned segmentation, which sees 256 × 256 pixels. It therefore looks at the
 * head again from near, where hair is; and at everything mirrored as well, since the view of a clear edge does not
 * depend on its side. Only what is connected to the face counts as the person.
 */
export async function segmentPerson(image: ColourImage, face: FacePlace): Promise<Segmentation> {
  const { width, height } = image;
  const views = { person: createPlane(width, height), doubt: createPlane(width, height) };
  await addView(views, image, { left: 0, top: 0, width, height }, 0);
  await addView(views, image, headView(image, face), SEAM * face.eyeDistance);
  return {
    person: connectedTo(face, views.person, 0.5),
    possible: connectedTo(face, views.person, 0.05),
    doubt: views.doubt,
  };
}

/** `seam` is 0 for the first view, which is taken as it is. */
async function addView(
  views: Pick<Segmentation, 'person' | 'doubt'>,
  image: ColourImage,
  box: Box,
  seam: number,
): Promise<void> {
  const seenAt = rowsOf(await view(image, box, false), box.width, box.height);
  const mirroredAt = rowsOf(await view(image, box, true), box.width, box.height);
  const weight = seam === 0 ? () => 1 : fadeOut(image, box, seam);
  for (let y = 0; y < box.height; y++) {
    const seen = seenAt(y);
    const mirrored = mirroredAt(y);
    for (let x = 0, i = (box.top + y) * image.width + box.left; x < box.width; x++, i++) {
      const share = weight(x, y);
      const mean = (seen[x]! + mirrored[x]!) / 2;
      const apart = Math.abs(seen[x]! - mirrored[x]!);
      views.person.data[i]! += (mean - views.person.data[i]!) * share;
      views.doubt.data[i]! += (apart - views.doubt.data[i]!) * share;
    }
  }
}

function headView(image: ColourImage, { x, y, eyeDistance }: FacePlace): Box {
  const reach = HEAD_REACH * eyeDistance;
  const left = Math.round(clamp(x - reach, 0, image.width - 2));
  const right = Math.round(clamp(x + reach, left + 1, image.width));
  const top = Math.round(clamp(y - reach, 0, image.height - 2));
  const bottom = Math.round(clamp(y + reach, top + 1, image.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** The weight of a view: 0 at those of its sides that are not sides of the image, 1 further in. */
function fadeOut(image: ColourImage, box: Box, seam: number): (x: number, y: number) => number {
  const right = box.left + box.width < image.width ? box.width - 1 : Number.POSITIVE_INFINITY;
  const bottom = box.top + box.height < image.height ? box.height - 1 : Number.POSITIVE_INFINITY;
  const left = box.left > 0 ? 0 : Number.NEGATIVE_INFINITY;
  const top = box.top > 0 ? 0 : Number.NEGATIVE_INFINITY;
  return (x, y) => smoothstep(0.2, 1, Math.min(x - left, right - x, y - top, bottom - y) / seam);
}

async function view(image: ColourImage, box: Box, mirrored: boolean): Promise<Plane> {
  const { width, height } = image;
  const small = openImage(image.data, { raw: { width, height, channels: 3 } })
    .extract(box)
    .resize(VIEW, VIEW, { fit: 'fill' });
  const pixels = await (mirrored ? small.flop() : small).raw().toBuffer();
  const model = await loadModel('person');
  const [data] = await model.run(Float32Array.from(pixels, (value) => value / 255));
  if (data?.length !== VIEW * VIEW)
    throw new Error('The person model has another output than expected: check its version.');
  if (mirrored) for (let y = 0; y < VIEW; y++) data.subarray(y * VIEW, (y + 1) * VIEW).reverse();
  return { width: VIEW, height: VIEW, data };
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
