import type { RawImage } from '../images/decode.ts';
import { CHIP_SIDE, runFaceNetwork } from './face-network.ts';
import type { Face, Point } from './find-faces.ts';

/** The numbers by which faces are compared: those of one person are near to each other. Personal data, never stored. */
export type Embedding = Float32Array;

/** Where the network expects the eyes, in pixels of the chip: the mean of its training faces. */
const EYES = { left: { x: 47.7, y: 47.1 }, right: { x: 100.3, y: 47.1 } };
const CHANNELS = 3;

/**
 * The embedding of a face: its chip through the network.
 * @throws when the files of the network are missing.
 */
export async function embedFace(image: RawImage, { eyes }: Pick<Face, 'eyes'>): Promise<Embedding> {
  return runFaceNetwork(alignedChip(image, eyes));
}

/** The Euclidean distance of two embeddings. */
export function distance(one: Embedding, other: Embedding): number {
  return Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));
}

/** A square image of a face, and where its eyes are in it, at one height. */
interface Chip {
  readonly side: number;
  readonly eyes: Face['eyes'];
}

/** The face, turned and scaled so that its eyes are where a network expects them. */
export function alignedChip(
  image: RawImage,
  eyes: Face['eyes'],
  { side, eyes: expected }: Chip = { side: CHIP_SIDE, eyes: EYES },
): Uint8Array {
  const distance = expected.right.x - expected.left.x;
  // One pixel of the chip to the right, in pixels of the image.
  const step = { x: (eyes.right.x - eyes.left.x) / distance, y: (eyes.right.y - eyes.left.y) / distance };
  // A pixel of the chip that covers several of the image is their average.
  const samples = Math.max(1, Math.ceil(Math.hypot(step.x, step.y)));
  const chip = new Uint8Array(side * side * CHANNELS);
  for (let pixel = 0; pixel < side * side; pixel++) {
    const total = [0, 0, 0];
    for (let sample = 0; sample < samples * samples; sample++) {
      const right = (pixel % side) + ((sample % samples) + 0.5) / samples - 0.5 - expected.left.x;
      const down =
        Math.floor(pixel / side) + (Math.floor(sample / samples) + 0.5) / samples - 0.5 - expected.left.y;
      addColour(total, image, {
        x: eyes.left.x + right * step.x - down * step.y,
        y: eyes.left.y + right * step.y + down * step.x,
      });
    }
    for (const [channel, sum] of total.entries()) {
      chip[pixel * CHANNELS + channel] = Math.round(sum / samples ** 2);
    }
  }
  return chip;
}

/** Adds the colour at a point between pixels; beyond the edges of the image all is black. */
function addColour(total: number[], { width, height, data }: RawImage, { x, y }: Point): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  for (const [column, row] of [
    [left, top],
    [left + 1, top],
    [left, top + 1],
    [left + 1, top + 1],
  ] as const) {
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const share = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
    for (let channel = 0; channel < CHANNELS; channel++) {
      total[channel] =
        (total[channel] ?? 0) + share * (data[(row * width + column) * CHANNELS + channel] ?? 0);
    }
  }
}
