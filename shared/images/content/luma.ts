import type { RawImage } from '../decode.ts';

/** Brightness of pixels, from 0 to 255. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export function lumaOf({ width, height, data }: RawImage): Luma {
  const luma = new Float32Array(width * height);
  for (let i = 0; i < luma.length; i++) {
    luma[i] = 0.299 * data[3 * i]! + 0.587 * data[3 * i + 1]! + 0.114 * data[3 * i + 2]!;
  }
  return { width, height, data: luma };
}

/** Half as wide and half as high: each pixel is the mean of four. */
export function halved({ width, height, data }: Luma): Luma {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Float32Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = 2 * y * width + 2 * x;
      half[y * w + x] = (data[i]! + data[i + 1]! + data[i + width]! + data[i + width + 1]!) / 4;
    }
  }
  return { width: w, height: h, data: half };
}
