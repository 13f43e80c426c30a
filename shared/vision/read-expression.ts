import type { RawImage } from '../images/decode.ts';
import { alignedChip } from './embed-face.ts';
import { inputOf, type Layer, rectified } from './face-network.ts';
import type { Face } from './find-faces.ts';
import { type Weights, weightsOf } from './weights.ts';

const EXPRESSIONS = ['neutral', 'happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised'] as const;
export type Expression = (typeof EXPRESSIONS)[number];

/** The side of the network's input, and where it has the eyes, in pixels. */
const SIDE = 112;
const EYES = { left: { x: 36, y: 43 }, right: { x: 76, y: 43 } };
const BLOCKS = ['dense0', 'dense1', 'dense2', 'dense3'];
/**
 * The likelihood of each expression of a face, which sum up to 1, by the network of face-api. It is written out here as the
 * one that compares faces is.
 * @throws when the files of the network are missing.
 */
export async function readExpression(
  image: RawImage,
  eyes: Face['eyes'],
): Promise<ReadonlyMap<Expression, number>> {
  const scores = run(alignedChip(image, eyes, { side: SIDE, eyes: EYES }), await weightsOf('expression'));
  const shares = [...scores].map(Math.exp);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return new Map(EXPRESSIONS.map((expression, at) => [expression, (shares[at] ?? 0) / total]));
}

/** Four blocks of convolutions, each of which halves the side, and a matrix. */
function run(chip: Uint8Array, weights: Weights): Float32Array {
  const input = inputOf(chip, SIDE);
  const { depth, values: features } = BLOCKS.reduce((layer, block) => dense(layer, weights, block), input);
  const means = new Float32Array(depth);
  for (const [at, value] of features.entries())
    means[at % depth] = (means[at % depth] ?? 0) + (value * depth) / features.length;
  return times(means, weights('fc/weights'), weights('fc/bias'));
}

/** Each convolution sees the sum of all before it. */
function dense(input: Layer, weights: Weights, block: string): Layer {
  const first =
    input.depth === 3
      ? convolve(input, weights, `${block}/conv0`)
      : separable(input, weights, `${block}/conv0`, 2);
  let sum = rectified(first);
  let unrectified = sum;
  for (const name of ['conv1', 'conv2', 'conv3']) {
    const next = separable(sum, weights, `${block}/${name}`, 1);
    const before = unrectified;
    unrectified = { ...next, values: next.values.map((value, at) => value + (before.values[at] ?? 0)) };
    sum = rectified(unrectified);
  }
  return sum;
}

/** The first convolution, over all channels of three by three pixels, at every other pixel. */
function convolve(input: Layer, weights: Weights, name: string): Layer {
  const patch = new Float32Array(9 * input.depth);
  return everyPixel(input, 2, (out, cells) => {
    patch.fill(0);
    for (const [cell, from] of cells) {
      patch.set(input.values.subarray(from, from + input.depth), cell * input.depth);
    }
    out(times(patch, weights(`${name}/filters`), weights(`${name}/bias`)));
  });
}

/** A convolution of each channel, and then one over the channels of each pixel. */
function separable(input: Layer, weights: Weights, name: string, stride: 1 | 2): Layer {
  const [filter, mix, bias] = [
    weights(`${name}/depthwise_filter`),
    weights(`${name}/pointwise_filter`),
    weights(`${name}/bias`),
  ];
  const { depth, values } = input;
  const sums = new Float32Array(depth);
  return everyPixel(input, stride, (out, cells) => {
    sums.fill(0);
    for (const [cell, from] of cells) {
      for (let k = 0; k < depth; k++)
        sums[k] = (sums[k] ?? 0) + (filter[cell * depth + k] ?? 0) * (values[from + k] ?? 0);
    }
    out(times(sums, mix, bias));
  });
}

type Cells = readonly (readonly [cell: number, from: number])[];

/** Makes each pixel of a layer from those of the nine pixels around that are in the input. */
function everyPixel(
  { side, depth }: Layer,
  stride: 1 | 2,
  make: (out: (values: Float32Array) => void, cells: Cells) => void,
): Layer {
  const outSide = side / stride;
  const before = stride === 1 ? 1 : 0;
  const pixels: Float32Array[] = [];
  for (let pixel = 0; pixel < outSide * outSide; pixel++) {
    const top = Math.floor(pixel / outSide) * stride - before;
    const left = (pixel % outSide) * stride - before;
    const cells: [number, number][] = [];
    for (let cell = 0; cell < 9; cell++) {
      const [row, column] = [top + Math.floor(cell / 3), left + (cell % 3)];
      if (row >= 0 && column >= 0 && row < side && column < side)
        cells.push([cell, (row * side + column) * depth]);
    }
    make((values) => void pixels.push(values), cells);
  }
  const outDepth = pixels[0]?.length ?? 0;
  const values = new Float32Array(pixels.length * outDepth);
  for (const [at, pixel] of pixels.entries()) values.set(pixel, at * outDepth);
  return { side: outSide, depth: outDepth, values };
}

/** A row of values times a matrix, and the bias. */
function times(row: Float32Array, matrix: Float32Array, bias: Float32Array): Float32Array {
  const out = bias.slice();
  for (let at = 0; at < row.length; at++) {
    const value = row[at] ?? 0;
    if (value === 0) continue;
    for (let k = 0; k < out.length; k++) out[k] = (out[k] ?? 0) + value * (matrix[at * out.length + k] ?? 0);
  }
  return out;
}
