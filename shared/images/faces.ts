import { distance, type Embedding, embedFace } from '../vision/embed-face.ts';
import { findFaces } from '../vision/find-faces.ts';
import { BACKGROUND, MIN_FACE_PIXELS, SCORE } from './content/judge-content.ts';
import { openImage } from './decode.ts';

/** Compares faces. Embeddings are biometric data: they stay in the memory of one call, never stored and never logged. */
export interface Faces {
  /**
   * The embedding of the one face of an image; undefined where it is not certain that there is exactly one.
   * @throws when the bytes are no image, or the files of the networks are missing.
   */
  embed(image: Uint8Array): Promise<Embedding | undefined>;
}

/**
 * The greatest distances from the centre of a person's uploads at which a face counts as that person's. An upload is
 * refused beyond the larger one, since it is compared with few others. docs/likeness.md has the figures.
 */
export const SAME_PERSON = { upload: 0.62, photo: 0.6 };

/** The longer side, in pixels, to which an image is shrunk. */
const SIDE = 1024;

export const faces: Faces = {
  embed: async (bytes) => {
    const { data, info } = await openImage(bytes)
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const image = { width: info.width, height: info.height, data };
    const [main, second] = await findFaces(image, SCORE.certain);
    if (!main || main.box.width < MIN_FACE_PIXELS) return undefined;
    if (second && second.box.width >= BACKGROUND * main.box.width) return undefined;
    return embedFace(image, main);
  },
};

/** The centre of a person's embeddings; undefined when there are none. */
export function centreOf(embeddings: readonly Embedding[]): Embedding | undefined {
  return embeddings[0]?.map(
    (_, at) => embeddings.reduce((sum, embedding) => sum + (embedding[at] ?? 0), 0) / embeddings.length,
  );
}

/** From 1 for the nearest faces of one person over 0.5 at the limit to 0, in two decimals. */
export function likenessOf(face: Embedding, centre: Embedding): number {
  const likeness = 0.5 + (SAME_PERSON.photo - distance(face, centre)) / 0.8;
  return Math.round(100 * Math.min(1, Math.max(0, likeness))) / 100;
}
