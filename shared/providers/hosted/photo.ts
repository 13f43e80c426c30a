import { renderSizes } from '../../images/image-sizes.ts';
import { judgePhoto } from '../../images/judge-photo.ts';
import { UnusableImage } from '../errors.ts';
import type { ImageSource } from '../provider.ts';

/** A photo of a hosted provider, judged before it is rendered. */
export function hostedPhoto(download: () => Promise<Uint8Array>): ImageSource {
  return {
    make: async () => {
      const bytes = await download();
      const verdict = await judgePhoto(bytes);
      if (!verdict.usable) throw new UnusableImage(verdict.reason);
      return { sizes: await renderSizes(bytes) };
    },
  };
}
