/** Asks the worker to convert a HEIC file. The addresses are those of the decoder, which is loaded once. */
export interface ConversionRequest {
  bytes: ArrayBuffer;
  library: string;
  module: string;
}

/** The JPEG, or the reason why there is none. `isOffline` when the decoder could not be loaded. */
export type ConversionResult = { jpeg: Blob } | { failure: string; isOffline: boolean };

/** The longest side of a converted photo, in pixels. Headshots need no more, and a phone's 48 megapixels are 8064 wide. */
export const LONGEST_SIDE = 4096;

export const JPEG_QUALITY = 0.92;

/** The size of an image that fits into the longest side. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
