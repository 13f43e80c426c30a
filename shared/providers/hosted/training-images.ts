import { openImage } from '../../images/decode.ts';
import { uploadKey } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import type { TrainingRequest } from '../provider.ts';

/** The long side in pixels: more than any trainer uses, and a fraction of what cameras make. */
const LONG_SIDE = 1536;
const JPEG_QUALITY = 92;

export interface TrainingImage {
  /** The name of the file, without anything of the member. */
  name: string;
  bytes: Uint8Array;
}

/** Uploads as a provider gets them: upright, without metadata, and as bytes: no link leads into the bucket. */
export async function trainingImages(store: Pick<ImageStore, 'read'>, request: TrainingRequest) {
  const images: TrainingImage[] = [];
  for (const [position, uploadId] of request.uploadIds.entries()) {
    images.push(await trainingImage(await store.read(uploadKey(request, uploadId)), `${position + 1}.jpg`));
  }
  return images;
}

/** An upload as a provider gets it. */
export async function trainingImage(upload: Uint8Array, name: string): Promise<TrainingImage> {
  const bytes = await openImage(upload)
    .autoOrient()
    .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  return { name, bytes };
}
