import sharp from 'sharp';
import { IMAGE_SIZES } from '../../../shared/images/image-sizes.ts';
import type { ImageMisbehaviour, StandInOptions } from '../stand-in.ts';

/** An image as it was requested. */
export interface PlannedImage {
  prompt: string;
  seed: number;
  misbehaviour?: ImageMisbehaviour;
}

export interface ServedImage {
  status: number;
  contentType: string;
  body: Uint8Array;
}

/** The worker's response to a request for the image. */
export async function serveImage(
  { prompt, seed, misbehaviour }: PlannedImage,
  draw: NonNullable<StandInOptions['draw']>,
): Promise<ServedImage> {
  switch (misbehaviour) {
    case 'missing':
      return page(404);
    case 'expired':
      return page(403);
    case 'not-an-image':
      return page(200);
    case 'blank':
      return jpeg(await oneColour().jpeg().toBuffer());
    case 'tiny':
      return jpeg(
        await sharp(await draw(prompt, seed))
          .resize(64, 80)
          .jpeg()
          .toBuffer(),
      );
    // A duplicate was planned with the prompt and the seed of the image before.
    default:
      return jpeg(await draw(prompt, seed));
  }
}

function oneColour() {
  return sharp({ create: { ...IMAGE_SIZES.main, channels: 3, background: '#808080' } });
}

function jpeg(body: Uint8Array): ServedImage {
  return { status: 200, contentType: 'image/jpeg', body };
}

function page(status: number): ServedImage {
  return { status, contentType: 'text/html', body: Buffer.from('<html><body>No image</body></html>') };
}
