import sharp, { type Sharp } from 'sharp';
import type { StandInOptions } from '../stand-in.ts';
import type { StoredImage, StoredPrediction } from './account.ts';

export interface ServedImage {
  status: number;
  type: string;
  body: Uint8Array;
}

const TINY = 64;

/** An image of a prediction, in the size that was asked for. Predictions of one version show the same person. */
export async function serveImage(
  { version, input }: StoredPrediction,
  image: StoredImage,
  draw: NonNullable<StandInOptions['draw']>,
): Promise<ServedImage> {
  const { width = 1024, height = 1024 } = input;
  const jpeg = async (drawing: Sharp): Promise<ServedImage> => ({
    status: 200,
    type: 'image/jpeg',
    body: await drawing.jpeg().toBuffer(),
  });
  switch (image.misbehaviour) {
    case 'missing':
      return text(404, 'Not Found');
    case 'expired':
      return text(403, 'AccessDenied');
    case 'not-an-image':
      return text(200, '<!doctype html><title>Replicate</title>');
    case 'blank':
      return jpeg(sharp({ create: { width, height, channels: 3, background: '#000000' } }));
    default: {
      const person = Number.parseInt(version.slice(0, 4), 16);
      const drawn = await draw(`<lora:${person}:1> ${image.prompt}`, image.seed);
      const small = image.misbehaviour === 'tiny';
      return jpeg(sharp(drawn).resize(small ? TINY : width, small ? TINY : height, { fit: 'cover' }));
    }
  }
}

function text(status: number, body: string): ServedImage {
  return { status, type: 'text/html', body: Buffer.from(body) };
}
