import { type Zippable, zipSync } from 'fflate';
import type { TrainingImage } from '../hosted/training-images.ts';

/** The start of the times that a zip can hold. A fixed time makes the same images the same archive. */
const ZIP_EPOCH = '1980-01-01T12:00:00Z';

/** The trainer's zip: JPEGs with captions, which keep the trainer from describing the person by itself in its log. */
export function trainingArchive(images: readonly TrainingImage[], caption: string): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {};
  for (const { name, bytes } of images) {
    entries[name] = bytes;
    entries[name.replace(/\.jpg$/, '.txt')] = Buffer.from(caption);
  }
  // JPEGs are compressed already.
  return zipSync(entries, { level: 0, mtime: ZIP_EPOCH });
}
