/**
 * The numbers that describe a pixel: lightness, two colour differences and, with less weight, its position.
 * With the position, the same black can be a collar in one place and a table in another.
 */
export const DIMENSIONS = 5;

/** A Gaussian mixture, each component ready for evaluation. */
export type ColourMixture = readonly Component[];

interface Component {
  readonly mean: Float64Array;
  /** The lower Cholesky factor of the covariance, row by row, with reciprocal diagonal. */
  readonly factor: Float64Array;
  /** Logarithm of weight over normalisation. */
  readonly logWeight: number;
}

/** Keeps flat areas from becoming components so narrow that noise falls outside of them. */
const VARIANCE_FLOOR = 0.0005;
/** Wider for the two numbers of the position, so that no component wins only by being small. */
const POSITION_FLOOR = 0.0015;
const COLOURS = 3;

/** Fits a mixture to the pixels that `belongs` marks, by k-means and one Gaussian per cluster. */
export function fitMixture(points: Float32Array, belongs: Uint8Array, components: number): ColourMixture {
  const members = sample(belongs, 6000);
  if (members.length === 0) return [];
  const centres = spreadCentres(points, members, components);
  const label = new Uint8Array(members.length);
  for (let round = 0; round < 8; round++) {
    assign(points, members, centres, label);
    recentre(points, members, centres, label);
  }
  return gaussians(points, members, centres, label);
}

/** The negative log-likelihood of one point. */
export function surprise(mixture: ColourMixture, points: Float32Array, pixel: number): number {
  let likelihood = 0;
  const start = pixel * DIMENSIONS;
  for (const { mean, factor, logWeight } of mixture) {
    let distance = 0;
    // Forward substitution. `solved` holds the solution, and is reused so that no array is allocated per
    // pixel.
    for (let row = 0; row < DIMENSIONS; row++) {
      let value = points[start + row]! - mean[row]!;
      for (let column = 0; column < row; column++)
        value -= factor[row * DIMENSIONS + column]! * solved[column]!;
      value *= factor[row * DIMENSIONS + row]!;
      solved[row] = value;
      distance += value * value;
    }
    likelihood += Math.exp(logWeight - 0.5 * distance);
  }
  return -Math.log(likelihood + 1e-12);
}

const solved = new Float64Array(DIMENSIONS);

function sample(belongs: Uint8Array, most: number): Int32Array {
  let count = 0;
  for (const mark of belongs) count += mark;
  const stride = Math.max(1, Math.floor(count / most));
  const members = new Int32Array(Math.ceil(count / stride));
  for (let i = 0, seen = 0, n = 0; i < belongs.length; i++) {
    if (belongs[i] && seen++ % stride === 0) members[n++] = i;
  }
  return members;
}

/** Farthest-point seeding, which is deterministic and misses no distinct colour. */
function spreadCentres(points: Float32Array, members: Int32Array, count: number): Float64Array[] {
  const first = new Float64Array(DIMENSIONS);
  for (const pixel of members) {
    for (let k = 0; k < DIMENSIONS; k++) first[k]! += points[pixel * DIMENSIONS + k]! / members.length;
  }
  const centres = [first];
  const nearest = new Float64Array(members.length).fill(Number.POSITIVE_INFINITY);
  while (centres.length < Math.min(count, members.length)) {
    const latest = centres[centres.length - 1]!;
    let farthest = 0;
    for (let m = 0; m < members.length; m++) {
      nearest[m] = Math.min(nearest[m]!, squaredDistance(points, members[m]!, latest));
      if (nearest[m]! > nearest[farthest]!) farthest = m;
    }
    const start = members[farthest]! * DIMENSIONS;
    centres.push(Float64Array.from(points.subarray(start, start + DIMENSIONS)));
  }
  return centres;
}

function assign(
  points: Float32Array,
  members: Int32Array,
  centres: readonly Float64Array[],
  label: Uint8Array,
): void {
  for (let m = 0; m < members.length; m++) {
    let best = Number.POSITIVE_INFINITY;
    for (let c = 0; c < centres.length; c++) {
      const distance = squaredDistance(points, members[m]!, centres[c]!);
      if (distance < best) {
        best = distance;
        label[m] = c;
      }
    }
  }
}

function recentre(
  points: Float32Array,
  members: Int32Array,
  centres: readonly Float64Array[],
  label: Uint8Array,
): void {
  const counts = new Int32Array(centres.length);
  const sums = centres.map(() => new Float64Array(DIMENSIONS));
  for (let m = 0; m < members.length; m++) {
    const c = label[m]!;
    counts[c]!++;
    for (let k = 0; k < DIMENSIONS; k++) sums[c]![k]! += points[members[m]! * DIMENSIONS + k]!;
  }
  for (let c = 0; c < centres.length; c++) {
    if (counts[c] === 0) continue;
    for (let k = 0; k < DIMENSIONS; k++) centres[c]![k] = sums[c]![k]! / counts[c]!;
  }
}

function gaussians(
  points: Float32Array,
  members: Int32Array,
  centres: readonly Float64Array[],
  label: Uint8Array,
): Component[] {
  const mixture: Component[] = [];
  for (let c = 0; c < centres.length; c++) {
    const mean = centres[c]!;
    const covariance = new Float64Array(DIMENSIONS * DIMENSIONS);
    let count = 0;
    for (let m = 0; m < members.length; m++) {
      if (label[m] !== c) continue;
      count++;
      const start = members[m]! * DIMENSIONS;
      for (let row = 0; row < DIMENSIONS; row++) {
        const offRow = points[start + row]! - mean[row]!;
        for (let column = 0; column <= row; column++) {
          covariance[row * DIMENSIONS + column]! += offRow * (points[start + column]! - mean[column]!);
        }
      }
    }
    if (count < 4) continue;
    for (let k = 0; k < covariance.length; k++) covariance[k]! /= count;
    for (let k = 0; k < DIMENSIONS; k++) {
      covariance[k * DIMENSIONS + k]! += k < COLOURS ? VARIANCE_FLOOR : POSITION_FLOOR;
    }
    mixture.push(component(mean, covariance, count / members.length));
  }
  return mixture;
}

function component(mean: Float64Array, covariance: Float64Array, weight: number): Component {
  const factor = new Float64Array(DIMENSIONS * DIMENSIONS);
  let logDeterminant = 0;
  for (let row = 0; row < DIMENSIONS; row++) {
    for (let column = 0; column <= row; column++) {
      let value = covariance[row * DIMENSIONS + column]!;
      for (let k = 0; k < column; k++) {
        value -= factor[row * DIMENSIONS + k]! * factor[column * DIMENSIONS + k]!;
      }
      if (row === column) {
        const root = Math.sqrt(Math.max(value, VARIANCE_FLOOR / 4));
        logDeterminant += Math.log(root);
        factor[row * DIMENSIONS + row] = root;
      } else {
        factor[row * DIMENSIONS + column] = value / factor[column * DIMENSIONS + column]!;
      }
    }
  }
  for (let k = 0; k < DIMENSIONS; k++) factor[k * DIMENSIONS + k] = 1 / factor[k * DIMENSIONS + k]!;
  return { mean, factor, logWeight: Math.log(weight) - logDeterminant };
}

function squaredDistance(points: Float32Array, pixel: number, centre: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < DIMENSIONS; k++) {
    const off = points[pixel * DIMENSIONS + k]! - centre[k]!;
    sum += off * off;
  }
  return sum;
}
