import sharp from 'sharp';
import type { ImageMisbehaviour, StandInOptions } from './stand-in.ts';

/** An image that a job makes. It is drawn when it is fetched. */
export interface MadeImage {
  prompt: string;
  seed: number;
  misbehaviour?: ImageMisbehaviour;
}

export interface ServedImage {
  status: number;
  type: string;
  body: Uint8Array;
}

interface Size {
  width: number;
  height: number;
}

const USUAL: Size = { width: 1024, height: 1280 };
const TINY: Size = { width: 64, height: 80 };

/**
 * The answer to a request for an image.
 * @param size that was asked for; absent for the size of the drawing
 */
export async function serveImage(
  { prompt, seed, misbehaviour }: MadeImage,
  draw: NonNullable<StandInOptions['draw']>,
  size?: Size,
): Promise<ServedImage> {
  switch (misbehaviour) {
    case 'missing':
      return page(404, 'Not found');
    case 'expired':
      return page(403, 'The request has expired');
    case 'not-an-image':
      return page(200, 'Just a moment…');
    case 'blank':
      return jpeg(
        await sharp({ create: { ...(size ?? USUAL), channels: 3, background: '#808080' } })
          .jpeg()
          .toBuffer(),
      );
    default: {
      const drawn = await draw(prompt, seed);
      const shown = misbehaviour === 'tiny' ? TINY : size;
      return jpeg(shown ? await sharp(drawn).resize(shown).jpeg().toBuffer() : drawn);
    }
  }
}

function jpeg(body: Uint8Array): ServedImage {
  return { status: 200, type: 'image/jpeg', body };
}

function page(status: number, text: string): ServedImage {
  return { status, type: 'text/html', body: Buffer.from(`<!doctype html><title>${text}</title>`) };
}
