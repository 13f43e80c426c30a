import type { ImageSource } from '../../../shared/providers/provider.ts';

/** Images are numbers in the world, of any size. */
export function hostedPhoto(download: () => Promise<Uint8Array>): ImageSource {
  return {
    make: async () => {
      const image = await download();
      return { sizes: { original: image, main: image, thumbnail: image } };
    },
  };
}
