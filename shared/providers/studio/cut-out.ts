import { type ColourMixture, DIMENSIONS, fitMixture, surprise } from './colour-mixture.ts';
import { geodesicDistance } from './geodesic.ts';
import { minimumCut, NEIGHBOURS } from './max-flow.ts';
import { certainties, distanceFromOutline, type FacePlace, firstGuess } from './person-shape.ts';
import { type ColourImage, clamp, type Plane } from './raster.ts';

const COMPONENTS = 7;
const ROUNDS = 4;
/** How strongly neighbours of like colour want to stay together. */
const SMOOTHNESS = 10;
/** How much being outside the usual outline counts against colour, per eye distance. */
const OUTLINE_WEIGHT = 2.6;
/** Hair and shoulders differ too much to learn what is background from just outside the outline, in eye distances. */
const FIRST_MARGIN = 1;
/** A pixel at the image's edge that lies this far outside the outline is taken for background. */
const EDGE_MARGIN = 0.8;
const CERTAIN = 1e4;
/** One eye distance counts like this much difference in colour (0 black to 1 white). */
const POSITION_SCALE = 0.03;
/** How much it counts to hang together smoothly with the face rather than with the image's edge. */
const CONNECTION_WEIGHT = 5.5;

/**
 * Cuts the person out of the image: 1 for each pixel of the person, 0 elsewhere. GrabCut (Rother,
 * Kolmogorov and Blake, 2004) whose colour models also know places, and whose first guess and gentle
 * bias is the outline of heads and shoulders around the face.
 */
export function cutOut(image: ColourImage, face: FacePlace): Uint8Array {
  const { width, height } = image;
  const distance = distanceFromOutline(width, height, face);
  const sure = certainties(distance, face);
  const points = describePixels(image, face);
  const pull = neighbourPull(points, width, height);
  const bias = connection(points, distance, sure);
  for (let i = 0; i < bias.length; i++) bias[i]! -= OUTLINE_WEIGHT * clamp(distance.data[i]!, -1, 1.5);

  let person = firstGuess(distance, sure, face);
  for (let round = 0; round < ROUNDS; round++) {
    const margin = round === 0 ? FIRST_MARGIN : 0;
    const rest = person.map((mark, i) => (mark === 0 && distance.data[i]! >= margin ? 1 : 0));
    const foreground = fitMixture(points, person, COMPONENTS);
    const background = fitMixture(points, rest, COMPONENTS);
    if (foreground.length === 0 || background.length === 0) return person;
    const terminal = preference(points, foreground, background, bias, sure);
    person = minimumCut(width, height, terminal, pull.slice());
    person = keepPartWithFace(person, width, height, face);
  }
  return fillHoles(person, width, height, face);
}

function describePixels(image: ColourImage, face: FacePlace): Float32Array {
  const { width, height, data } = image;
  const points = new Float32Array(width * height * DIMENSIONS);
  const scale = POSITION_SCALE / face.eyeDistance;
  for (let i = 0, p = 0, q = 0; i < width * height; i++, p += 3, q += DIMENSIONS) {
    const red = data[p]! / 255;
    const green = data[p + 1]! / 255;
    const blue = data[p + 2]! / 255;
    points[q] = 0.299 * red + 0.587 * green + 0.114 * blue;
    points[q + 1] = 0.7 * (red - green);
    points[q + 2] = 0.7 * (blue - 0.5 * (red + green));
    points[q + 3] = ((i % width) - face.x) * scale;
    points[q + 4] = (Math.floor(i / width) - face.y) * scale;
  }
  return points;
}

/** The capacities between neighbours: high where colours agree, low across edges. */
function neighbourPull(points: Float32Array, width: number, height: number): Float32Array {
  const difference = (a: number, b: number) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += (points[a * DIMENSIONS + k]! - points[b * DIMENSIONS + k]!) ** 2;
    return sum;
  };
  let total = 0;
  for (let i = 0; i < width * height - 1; i++) total += difference(i, i + 1);
  const sharpness = 1 / (2 * (total / (width * height)) + 1e-5);
  const pull = new Float32Array(width * height * NEIGHBOURS.length);
  for (let arc = 0; arc < NEIGHBOURS.length; arc++) {
    const [dx, dy] = NEIGHBOURS[arc]!;
    const strength = SMOOTHNESS / Math.hypot(dx, dy);
    for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
      for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
        const i = y * width + x;
        pull[i * NEIGHBOURS.length + arc] =
          0.4 + strength * Math.exp(-sharpness * difference(i, i + dy * width + dx));
      }
    }
  }
  return pull;
}

/** Positive where the way to the face crosses less than the way to what surely is background, up to the weight. */
function connection(points: Float32Array, outline: Plane, sure: Int8Array): Float32Array {
  const { width, height, data } = outline;
  const toPerson = geodesicDistance(points, DIMENSIONS, width, height, (i) => sure[i]! > 0);
  const toRest = geodesicDistance(points, DIMENSIONS, width, height, (i) => {
    const atEdge = i < width || i % width === 0 || i % width === width - 1;
    return sure[i]! < 0 || (atEdge && data[i]! > EDGE_MARGIN);
  });
  return toPerson.data.map((person, i) => {
    const rest = toRest.data[i]!;
    return (CONNECTION_WEIGHT * (rest - person)) / (rest + person + 0.05);
  });
}

function preference(
  points: Float32Array,
  foreground: ColourMixture,
  background: ColourMixture,
  bias: Float32Array,
  sure: Int8Array,
): Float32Array {
  const terminal = new Float32Array(sure.length);
  for (let i = 0; i < terminal.length; i++) {
    if (sure[i] !== 0) {
      terminal[i] = sure[i]! * CERTAIN;
      continue;
    }
    const byColour = clamp(surprise(background, points, i) - surprise(foreground, points, i), -8, 8);
    terminal[i] = byColour + bias[i]!;
  }
  return terminal;
}

/** Only what hangs together with the face. */
function keepPartWithFace(person: Uint8Array, width: number, height: number, face: FacePlace): Uint8Array {
  const x = clamp(Math.round(face.x), 0, width - 1);
  const y = clamp(Math.round(face.y), 0, height - 1);
  const kept = new Uint8Array(person.length);
  flood(person, 1, y * width + x, width, kept);
  return kept;
}

/** Closes gaps that are too small to be seen through, such as a bright collar the colours got wrong. */
function fillHoles(person: Uint8Array, width: number, height: number, face: FacePlace): Uint8Array {
  const largest = (0.9 * face.eyeDistance) ** 2;
  const seen = new Uint8Array(person.length);
  const filled = person.slice();
  for (let i = 0; i < person.length; i++) {
    if (person[i] || seen[i]) continue;
    const hole = flood(person, 0, i, width, seen);
    const atBorder = hole.some(
      (pixel) =>
        pixel < width || pixel >= width * (height - 1) || pixel % width === 0 || pixel % width === width - 1,
    );
    if (!atBorder && hole.length < largest) for (const pixel of hole) filled[pixel] = 1;
  }
  return filled;
}

/** Marks in `reached`, and returns, the pixels of `value` connected to `start` by their sides. */
function flood(
  mask: Uint8Array,
  value: number,
  start: number,
  width: number,
  reached: Uint8Array,
): readonly number[] {
  if (mask[start] !== value || reached[start]) return [];
  const found = [start];
  reached[start] = 1;
  for (let next = 0; next < found.length; next++) {
    const pixel = found[next]!;
    const column = pixel % width;
    const visit = (neighbour: number) => {
      if (mask[neighbour] !== value || reached[neighbour]) return;
      reached[neighbour] = 1;
      found.push(neighbour);
    };
    if (column > 0) visit(pixel - 1);
    if (column < width - 1) visit(pixel + 1);
    visit(pixel - width);
    visit(pixel + width);
  }
  return found;
}
