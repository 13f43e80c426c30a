const MEBIBYTE = 1024 * 1024;

export const UPLOAD_REQUIREMENTS = {
  minPhotos: 4,
  maxPhotos: 25,
  /** Pixels of the shorter side. */
  minPixels: 512,
  maxBytes: 50 * MEBIBYTE,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const;

/** Names that phones and programs write into the metadata of the screenshots that they take. */
export const SCREENSHOT_PROGRAMS =
  /screen ?shot|screen capture|snipping tool|flameshot|greenshot|sharex|lightshot/i;

/** Seconds within which one file is judged. */
export const JUDGEMENT_SECONDS = 29;
