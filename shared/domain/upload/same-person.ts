import { centreOf, type Faces, SAME_PERSON } from '../../images/faces.ts';
import { type ModelRef, uploadKey } from '../../images/keys.ts';
import type { UploadStore } from '../../images/upload-store.ts';
import { type Clock, SECOND } from '../../platform/clock.ts';
import { distance, type Embedding } from '../../vision/embed-face.ts';
import type { Upload } from './upload.ts';

/** The most accepted uploads with which one is compared. More are hardly surer, and each takes about 0.4 s. */
const COMPARED = 3;
/** The time after which no further upload is read: the largest ones take 5 s each, and a judgement has 29. */
const TIME = 10 * SECOND;

interface Comparison {
  readonly clock: Clock;
  readonly store: Pick<UploadStore, 'readVersion'>;
  readonly faces: Faces;
  readonly model: ModelRef;
  /** The face of the upload that is judged; undefined where it is not certain. */
  readonly face: Embedding | undefined;
}

/**
 * Compares the face of an upload with accepted uploads of its model. These are read for it, one after another, and their
 * embeddings end with the call.
 * @returns a function of the accepted uploads that is true when the upload certainly shows another person. It may be
 *   called again with other uploads.
 */
export function personComparison({ clock, store, faces, model, face }: Comparison) {
  const embeddings = new Map<string, Embedding | undefined>();
  const end = clock.now() + TIME;
  return async (accepted: readonly Upload[]): Promise<boolean> => {
    if (!face) return false;
    const others: Embedding[] = [];
    for (const { id } of accepted) {
      if (others.length === COMPARED) break;
      if (!embeddings.has(id)) {
        if (clock.now() >= end) break;
        embeddings.set(id, await faces.embed((await store.readVersion(uploadKey(model, id))).bytes));
      }
      const other = embeddings.get(id);
      if (other) others.push(other);
    }
    const centre = centreOf(others);
    return centre !== undefined && distance(face, centre) > SAME_PERSON.upload;
  };
}
