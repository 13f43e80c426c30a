import { type ColourMixture, DIMENSIONS, fitMixture, surprise } from './colour-mixture.ts';
import { geodesicDistance } from './geodesic.ts';
import { minimumCut, NEIGHBOURS } from './max-flow.ts';
import { certainties, distanceFromOutline, type FacePlace, firstGuess } from './person-shape.ts';
import { type ColourImage, clamp, type Plane } from './raster.ts';

const COMPONENTS = 7;
const ROUNDS = 4;
/** How strongly neighbours of similar colour are kept together. */
const SMOOTHNESS = 10;
/** The weight of a distance from the usual outline against colour, per eye distance. */
const OUTLINE_WEIGHT = 2.6;
/**
 * The first background is learned this far outside the outline, in eye distances. Hair and shoulders vary too
 * much for pixels that are closer.
 */
const FIRST_MARGIN = 1;
/**
 * A pixel at the image's edge that lies this far outside the outline, in eye distances, counts as background.
 */
const EDGE_MARGIN = 0.8;
const CERTAIN = 1e4;
/** The difference in colour, from 0 for black to 1 for white, that one eye distance counts as. */
const POSITION_SCALE = 0.03;
/** The weight of a smooth connection to the face rather than to the image's edge. */
const CONNECTION_WEIGHT = 5.5;

/**
 * Cuts the person out of the image: 1 for each pixel of the person, 0 elsewhere. This is GrabCut (Rother,
 * Kolmogorov and Blake, 2004). Its colour models include positions, and the usual outline of head and
 * shoulders around the face is its first guess and a slight bias.
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

/**
 * Positive where the path to the face crosses fewer edges than the path to certain background; at most the
 * weight.
 */
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

/** Keeps only the part that is connected to the face. */
function keepPartWithFace(person: Uint8Array, width: number, height: number, face: FacePlace): Uint8Array {
  const x = clamp(Math.round(face.x), 0, width - 1);
  const y = clamp(Math.round(face.y), 0, height - 1);
  const kept = new Uint8Array(person.length);
  flood(person, 1, y * width + x, width, kept);
  return kept;
}

/** Closes small holes, such as a bright collar whose colour was taken for background. */
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
