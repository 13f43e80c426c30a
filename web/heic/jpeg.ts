import { fitted, JPEG_QUALITY } from './protocol.ts';

/**
 * Draws an image, upright and not larger than needed, and encodes only its pixels: no metadata is carried over.
 * @throws when the browser cannot encode it.
 */
export async function jpegOf(image: ImageBitmap): Promise<Blob> {
  const { width, height } = fitted(image.width, image.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser draws no images.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}
