import { centreOf, type Faces, likenessOf } from '../../images/faces.ts';
import { uploadKey } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import type { Embedding } from '../../vision/embed-face.ts';
import type { BatchJob } from './jobs.ts';

/** The uploads with whose centre photos are compared: the fewest of any member. More are hardly surer. */
const COMPARED = 4;
/** The most uploads that are read for it: some show no certain face. */
const READ = 8;

/** The least likeness of a photo that is taken for one of the person. */
export const LIKENESS_MIN = 0.5;

/** Why a photo below it is made again. */
export const UNLIKE = 'The face is unlike those of the uploads.';

/** The likeness of a photo, by its bytes; undefined where a face is not certain. */
export type LikenessMeter = (photo: Uint8Array) => Promise<number | undefined>;

/** Measures the photos of a batch by the uploads of its person. */
export async function likenessMeter(
  store: Pick<ImageStore, 'read'>,
  faces: Faces,
  { provider, request }: BatchJob,
): Promise<LikenessMeter> {
  // Nothing is made of the uploads of a development model.
  if (provider === 'development') return async () => undefined;
  return likenessTo(
    request.uploadIds.map((id) => () => store.read(uploadKey(request, id))),
    faces,
  );
}

/**
 * Embeds uploads, so that photos can be compared with them. They are embedded anew for each batch and not kept: 1.2 s of
 * a step are a lower price than to store biometric data.
 */
export async function likenessTo(
  uploads: readonly (() => Promise<Uint8Array>)[],
  faces: Faces,
): Promise<LikenessMeter> {
  const embeddings: Embedding[] = [];
  for (const read of uploads.slice(0, READ)) {
    const embedding = await faces.embed(await read());
    if (embedding) embeddings.push(embedding);
    if (embeddings.length === COMPARED) break;
  }
  const centre = centreOf(embeddings);
  return async (photo) => {
    const face = centre && (await faces.embed(photo));
    return face && likenessOf(face, centre);
  };
}
