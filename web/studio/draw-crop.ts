import { type Placement, placedSize, type Shape } from './crop-shapes.ts';

const JPEG_QUALITY = 0.92;

/** Draws an image in a shape, in the pixels of the shape. */
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, shape: Shape, placement: Placement) {
  canvas.width = shape.width;
  canvas.height = shape.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas for crops.');
  const { width, height } = placedSize(shape, image, placement.zoom);
  const left = (shape.width - width) / 2 + placement.x;
  const top = (shape.height - height) / 2 + placement.y;
  if (shape.isRound) {
    context.beginPath();
    context.arc(shape.width / 2, shape.height / 2, shape.width / 2, 0, 2 * Math.PI);
    context.clip();
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, width, height);
}

/** The crop as a file. */
export function encodeCrop(canvas: HTMLCanvasElement, { type }: Shape): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The browser could not encode the crop.'));
    canvas.toBlob(done, type, JPEG_QUALITY);
  });
}
