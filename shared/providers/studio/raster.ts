/** A rectangle in pixels of the upright image. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One number per pixel, row by row. Masks and likelihoods run from 0 to 1. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** sRGB, three bytes per pixel, row by row. */
export interface ColourImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) };
}

export function map(plane: Plane, change: (value: number, index: number) => number): Plane {
  const changed = createPlane(plane.width, plane.height);
  for (let i = 0; i < changed.data.length; i++) changed.data[i] = change(plane.data[i]!, i);
  return changed;
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** 0 below `low`, 1 above `high`, and smooth between. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

export function lumaOf(image: ColourImage): Plane {
  const luma = createPlane(image.width, image.height);
  for (let i = 0, p = 0; i < luma.data.length; i++, p += 3) {
    luma.data[i] = (0.299 * image.data[p]! + 0.587 * image.data[p + 1]! + 0.114 * image.data[p + 2]!) / 255;
  }
  return luma;
}

/** The product of two planes of the same size, pixel by pixel. */
export function product(one: Plane, other: Plane): Plane {
  const result = createPlane(one.width, one.height);
  for (let i = 0; i < result.data.length; i++) result.data[i] = one.data[i]! * other.data[i]!;
  return result;
}

/**
 * The mean over a square of `2 * radius + 1`, limited to the image. The cost does not grow with the radius.
 */
export function boxBlur(plane: Plane, radius: number): Plane {
  return blurColumns(blurRows(plane, radius), radius);
}

function blurRows({ width, height, data }: Plane, radius: number): Plane {
  const blurred = createPlane(width, height);
  const counts = countsWithin(width, radius);
  // Zeros on both sides, so that no step has to ask where the row begins and ends.
  const padded = new Float32Array(width + 2 * radius + 1);
  for (let y = 0, i = 0; y < height; y++) {
    padded.set(data.subarray(i, i + width), radius + 1);
    let sum = 0;
    for (let k = 0; k <= 2 * radius; k++) sum += padded[k]!;
    for (let x = 0; x < width; x++, i++) {
      sum += padded[x + 2 * radius + 1]! - padded[x]!;
      blurred.data[i] = sum / counts[x]!;
    }
  }
  return blurred;
}

/** Adds up the columns for a whole row at once, since going down single columns would miss the cache at every step. */
function blurColumns({ width, height, data }: Plane, radius: number): Plane {
  const blurred = createPlane(width, height);
  const counts = countsWithin(height, radius);
  const none = new Float32Array(width);
  const rowAt = (y: number) => (y >= 0 && y < height ? data.subarray(y * width, (y + 1) * width) : none);
  const sums = new Float64Array(width);
  for (let y = -radius, i = 0; y < height; y++) {
    const added = rowAt(y + radius);
    const dropped = rowAt(y - radius - 1);
    const share = 1 / counts[Math.max(0, y)]!;
    for (let x = 0; x < width; x++) sums[x]! += added[x]! - dropped[x]!;
    if (y < 0) continue;
    for (let x = 0; x < width; x++, i++) blurred.data[i] = sums[x]! * share;
  }
  return blurred;
}

/** The number of the `2 * radius + 1` places around each place that are within the length. */
function countsWithin(length: number, radius: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, at) => Math.min(length - 1, at + radius) - Math.max(0, at - radius) + 1,
  );
}

/**
 * Bilinear enlargement of a smooth plane, row by row, since whole planes at the output's size would take most
 * of the memory. The returned array is reused for every row.
 */
export function rowsOf(plane: Plane, width: number, height: number): (y: number) => Float32Array {
  const left = new Int32Array(width);
  const weight = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const from = clamp(((x + 0.5) * plane.width) / width - 0.5, 0, plane.width - 1);
    left[x] = Math.min(Math.floor(from), Math.max(0, plane.width - 2));
    weight[x] = plane.width > 1 ? from - left[x]! : 0;
  }
  const between = new Float32Array(plane.width + 1);
  const row = new Float32Array(width);
  return (y) => {
    const from = clamp(((y + 0.5) * plane.height) / height - 0.5, 0, plane.height - 1);
    const top = Math.floor(from);
    const share = from - top;
    const upper = top * plane.width;
    const lower = Math.min(top + 1, plane.height - 1) * plane.width;
    for (let x = 0; x < plane.width; x++) {
      between[x] = plane.data[upper + x]! + share * (plane.data[lower + x]! - plane.data[upper + x]!);
    }
    for (let x = 0; x < width; x++) {
      const start = left[x]!;
      row[x] = between[start]! + weight[x]! * (between[start + 1]! - between[start]!);
    }
    return row;
  };
}

/**
 * Bilinear enlargement of an image of three numbers a pixel, like {@link rowsOf}. A row is given by its vertical
 * mean, and for each pixel the index of the value to the left and the weight of the value to the right: the caller
 * computes only the pixels that it needs. The returned arrays are reused for every row.
 */
export function interleavedRowsOf(
  data: Float32Array,
  fromWidth: number,
  fromHeight: number,
  width: number,
  height: number,
): (y: number) => { left: Int32Array; weight: Float32Array; between: Float32Array } {
  const left = new Int32Array(width);
  const weight = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const from = clamp(((x + 0.5) * fromWidth) / width - 0.5, 0, fromWidth - 1);
    const start = Math.min(Math.floor(from), Math.max(0, fromWidth - 2));
    left[x] = 3 * start;
    weight[x] = fromWidth > 1 ? from - start : 0;
  }
  const between = new Float32Array(3 * (fromWidth + 1));
  const row = { left, weight, between };
  return (y) => {
    const from = clamp(((y + 0.5) * fromHeight) / height - 0.5, 0, fromHeight - 1);
    const top = Math.floor(from);
    const share = from - top;
    const upper = 3 * top * fromWidth;
    const lower = 3 * Math.min(top + 1, fromHeight - 1) * fromWidth;
    for (let k = 0; k < 3 * fromWidth; k++) {
      between[k] = data[upper + k]! + share * (data[lower + k]! - data[upper + k]!);
    }
    return row;
  };
}

export function resizePlane(plane: Plane, width: number, height: number): Plane {
  const resized = createPlane(width, height);
  const rowAt = rowsOf(plane, width, height);
  for (let y = 0; y < height; y++) resized.data.set(rowAt(y), y * width);
  return resized;
}

/** A summed-area table, which gives the sum of any rectangle in constant time. */
export interface SummedArea {
  readonly width: number;
  readonly height: number;
  readonly sums: Float64Array;
}

export function summedArea(plane: Plane): SummedArea {
  const { width, height } = plane;
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += plane.data[y * width + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  return { width, height, sums };
}

/** The mean of a rectangle, limited to the image; `outside` when no part of it is in the image. */
export function meanIn(
  area: SummedArea,
  left: number,
  top: number,
  right: number,
  bottom: number,
  outside: number,
): number {
  const x0 = clamp(Math.round(left), 0, area.width);
  const x1 = clamp(Math.round(right), 0, area.width);
  const y0 = clamp(Math.round(top), 0, area.height);
  const y1 = clamp(Math.round(bottom), 0, area.height);
  const count = (x1 - x0) * (y1 - y0);
  if (count <= 0) return outside;
  const stride = area.width + 1;
  const { sums } = area;
  return (
    (sums[y1 * stride + x1]! - sums[y0 * stride + x1]! - sums[y1 * stride + x0]! + sums[y0 * stride + x0]!) /
    count
  );
}
