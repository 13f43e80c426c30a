const MEBIBYTE = 1024 * 1024;

/** The requirements that uploads have to meet. */
export const UPLOAD_REQUIREMENTS = {
  minPhotos: 4,
  maxPhotos: 25,
  /** Pixels of the shorter side. */
  minPixels: 512,
  maxBytes: 50 * MEBIBYTE,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const;

/** Seconds within which one file is judged. */
export const JUDGEMENT_SECONDS = 29;
