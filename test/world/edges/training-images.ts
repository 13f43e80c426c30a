import { uploadKey } from '../../../shared/images/keys.ts';
import type { ImageStore } from '../../../shared/images/store.ts';
import type { TrainingRequest } from '../../../shared/providers/provider.ts';

/** Uploads are texts in the world, and sent as they are. */
export async function trainingImages(store: Pick<ImageStore, 'read'>, request: TrainingRequest) {
  const uploads = request.uploadIds.map(async (id) => ({
    name: `${id}.jpg`,
    bytes: await store.read(uploadKey(request, id)),
  }));
  return Promise.all(uploads);
}
