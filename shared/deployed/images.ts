import { ImageStore } from '../images/store.ts';
import { environment } from '../platform/environment.ts';
import { deployedS3Client } from './s3-client.ts';

let store: ImageStore | undefined;

/** The store of a deployed function, made once for each of its environments. */
export function deployedImageStore(): ImageStore {
  store ??= new ImageStore(deployedS3Client(), environment('IMAGES_BUCKET'));
  return store;
}
