import { type Weights, weightsOf } from './weights.ts';

/**
 * The face recognition network of dlib (`dlib_face_recognition_resnet_model_v1`, public domain): a residual network of 29
 * convolutions. It is written out here, since it takes less code than a runtime for its format needs, and plain
 * arithmetic gives the same numbers on every processor.
 */
export const CHIP_SIDE = 150;

/** Values of pixels by row, column and channel. */
export interface Layer {
  readonly side: number;
  readonly depth: number;
  readonly values: Float32Array;
}

const MEAN_COLOUR = [122.782, 117.001, 104.298] as const;
const BLOCKS = [
  ...['conv32_1', 'conv32_2', 'conv32_3', 'conv64_down', 'conv64_1', 'conv64_2', 'conv64_3', 'conv128_down'],
  ...['conv128_1', 'conv128_2', 'conv256_down', 'conv256_1', 'conv256_2', 'conv256_down_out'],
];

/**
 * The embedding of a face: faces of one person are near to each other.
 * @param chip the aligned face as RGB, of {@link CHIP_SIDE} pixels a side
 * @throws when the file of the weights is missing.
 */
export async function runFaceNetwork(chip: Uint8Array): Promise<Float32Array> {
  const weights = await weightsOf('recognition');
  const input = inputOf(chip, CHIP_SIDE);
  const first = maxPool(rectified(convolve(input, weights, 'conv32_down', { stride: 2, padding: 0 })));
  const last = BLOCKS.reduce((layer, block) => residual(layer, weights, block), first);
  return project(last, weights('fc'));
}

/** The first layer of a network: a chip of so many pixels a side. */
export function inputOf(chip: Uint8Array, side: number): Layer {
  const values = Float32Array.from(chip, (value, at) => (value - (MEAN_COLOUR[at % 3] ?? 0)) / 255);
  return { side, depth: 3, values };
}

/** Two convolutions, and their input added to them. A block that halves the side averages its input for that. */
function residual(input: Layer, weights: Weights, block: string): Layer {
  const halves = block.includes('_down');
  const options = halves ? { stride: 2, padding: 0 } : { stride: 1, padding: 1 };
  const inner = rectified(convolve(input, weights, `${block}/conv1`, options));
  const outer = convolve(inner, weights, `${block}/conv2`, { stride: 1, padding: 1 });
  return rectified(sum(halves ? averagePool(input) : input, outer));
}

function convolve(
  { side, depth, values }: Layer,
  weights: Weights,
  name: string,
  { stride, padding }: { stride: number; padding: number },
): Layer {
  const [filters, bias] = [weights(`${name}/conv/filters`), weights(`${name}/conv/bias`)];
  const [scale, shift] = [weights(`${name}/scale/weights`), weights(`${name}/scale/biases`)];
  const outDepth = bias.length;
  const kernel = Math.sqrt(filters.length / depth / outDepth);
  const outSide = Math.floor((side + 2 * padding - kernel) / stride) + 1;
  const out = new Float32Array(outSide * outSide * outDepth);
  const sums = new Float64Array(outDepth);
  const rows = filters.length / outDepth;
  const patch: Patch = { length: 0, values: new Float64Array(rows + 3), rows: new Int32Array(rows + 3) };
  for (let pixel = 0; pixel < outSide * outSide; pixel++) {
    const top = Math.floor(pixel / outSide) * stride - padding;
    const left = (pixel % outSide) * stride - padding;
    patch.length = 0;
    for (let row = Math.max(0, -top); row < kernel && top + row < side; row++) {
      for (let column = Math.max(0, -left); column < kernel && left + column < side; column++) {
        const from = ((top + row) * side + left + column) * depth;
        gather(patch, values.subarray(from, from + depth), (row * kernel + column) * depth);
      }
    }
    multiply(sums, patch, filters);
    for (let channel = 0; channel < outDepth; channel++) {
      const value = (sums[channel] ?? 0) + (bias[channel] ?? 0);
      out[pixel * outDepth + channel] = value * (scale[channel] ?? 0) + (shift[channel] ?? 0);
    }
  }
  return { side: outSide, depth: outDepth, values: out };
}

/** The values under a filter that are not 0: about half of them, after a rectification. */
interface Patch {
  length: number;
  readonly values: Float64Array;
  /** For each value the row of the filters by which it is multiplied. */
  readonly rows: Int32Array;
}

function gather(patch: Patch, values: Float32Array, firstRow: number): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value === 0) continue;
    patch.values[patch.length] = value;
    patch.rows[patch.length] = firstRow + at;
    patch.length += 1;
  }
}

/**
 * The patch times the filters. Four rows at a time take half the time that one at a time takes; behind the last value
 * are rows that count as 0.
 */
function multiply(sums: Float64Array, { length, values, rows }: Patch, filters: Float32Array): void {
  const depth = sums.length;
  values.fill(0, length, length + 3);
  sums.fill(0);
  for (let at = 0; at < length; at += 4) {
    const value0 = values[at] ?? 0;
    const value1 = values[at + 1] ?? 0;
    const value2 = values[at + 2] ?? 0;
    const value3 = values[at + 3] ?? 0;
    const row0 = (rows[at] ?? 0) * depth;
    const row1 = (rows[at + 1] ?? 0) * depth;
    const row2 = (rows[at + 2] ?? 0) * depth;
    const row3 = (rows[at + 3] ?? 0) * depth;
    for (let channel = 0; channel < depth; channel++) {
      sums[channel] =
        (sums[channel] ?? 0) +
        value0 * (filters[row0 + channel] ?? 0) +
        value1 * (filters[row1 + channel] ?? 0) +
        value2 * (filters[row2 + channel] ?? 0) +
        value3 * (filters[row3 + channel] ?? 0);
    }
  }
}

export function rectified({ side, depth, values }: Layer): Layer {
  return { side, depth, values: values.map((value) => Math.max(0, value)) };
}

/** Adds layers of which the second may have more channels and more or fewer pixels; what one lacks counts as 0. */
function sum(one: Layer, other: Layer): Layer {
  const side = Math.max(one.side, other.side);
  const depth = Math.max(one.depth, other.depth);
  const values = new Float32Array(side * side * depth);
  for (const layer of [one, other]) {
    for (let row = 0; row < layer.side; row++) {
      for (let column = 0; column < layer.side; column++) {
        const from = (row * layer.side + column) * layer.depth;
        const to = (row * side + column) * depth;
        for (let channel = 0; channel < layer.depth; channel++) {
          values[to + channel] = (values[to + channel] ?? 0) + (layer.values[from + channel] ?? 0);
        }
      }
    }
  }
  return { side, depth, values };
}

function maxPool(layer: Layer): Layer {
  return pool(layer, 3, Math.max);
}

function averagePool(layer: Layer): Layer {
  const { values, ...sums } = pool(layer, 2, (sum, value) => sum + value);
  return { ...sums, values: values.map((sum) => sum / 4) };
}

/** Halves the side of a layer whose values are 0 or more. */
function pool(
  { side, depth, values }: Layer,
  window: number,
  merge: (merged: number, value: number) => number,
): Layer {
  const outSide = Math.floor((side - window) / 2) + 1;
  const out = new Float32Array(outSide * outSide * depth);
  for (let at = 0; at < out.length; at++) {
    const pixel = Math.floor(at / depth);
    const first = Math.floor(pixel / outSide) * 2 * side + (pixel % outSide) * 2;
    let merged = 0;
    for (let cell = 0; cell < window * window; cell++) {
      const from = first + Math.floor(cell / window) * side + (cell % window);
      merged = merge(merged, values[from * depth + (at % depth)] ?? 0);
    }
    out[at] = merged;
  }
  return { side: outSide, depth, values: out };
}

/** The average of every channel, through the last matrix. */
function project({ depth, values }: Layer, matrix: Float32Array): Float32Array {
  const averages = new Float64Array(depth);
  for (let at = 0; at < values.length; at++) {
    averages[at % depth] = (averages[at % depth] ?? 0) + (values[at] ?? 0) / (values.length / depth);
  }
  const sums = new Float64Array(matrix.length / depth);
  multiply(sums, { length: depth, values: averages, rows: Int32Array.from(averages.keys()) }, matrix);
  return Float32Array.from(sums);
}
