import { type Placement, placedSize, type Shape } from './crop-shapes.ts';

/** The share of an image's width over which it fades into its continued backdrop, on both sides. */
const FADE = 0.16;
/** A size so small that nothing but the light of the image is left when it is drawn large again. */
const BLURRED = { width: 6, height: 4 };
const JPEG_QUALITY = 0.92;

/** Draws an image in a shape, in the pixels of the shape. */
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, shape: Shape, placement: Placement) {
  canvas.width = shape.width;
  canvas.height = shape.height;
  const context = contextOf(canvas);
  const { width, height } = placedSize(shape, image, placement.zoom);
  const left = (shape.width - width) / 2 + placement.x;
  const top = (shape.height - height) / 2 + placement.y;
  if (shape.isRound) {
    context.beginPath();
    context.arc(shape.width / 2, shape.height / 2, shape.width / 2, 0, 2 * Math.PI);
    context.clip();
  }
  const isNarrow = width < shape.width;
  if (isNarrow) drawBackdrop(context, image, shape);
  context.drawImage(isNarrow ? faded(image, width, height) : image, left, top, width, height);
}

/** The crop as a file. */
export function encodeCrop(canvas: HTMLCanvasElement, { type }: Shape): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The browser could not encode the crop.'));
    canvas.toBlob(done, type, JPEG_QUALITY);
  });
}

/** The light of the image's upper part, where the backdrop is, all over the shape. */
function drawBackdrop(context: CanvasRenderingContext2D, image: ImageBitmap, shape: Shape): void {
  const small = document.createElement('canvas');
  small.width = BLURRED.width;
  small.height = BLURRED.height;
  const { width, height } = image;
  const side = width * 0.12;
  const half = BLURRED.width / 2;
  const light = contextOf(small);
  light.imageSmoothingQuality = 'high';
  // The outer edges, since the person is in the middle.
  light.drawImage(image, 0, 0, side, height * 0.6, 0, 0, half, BLURRED.height);
  light.drawImage(image, width - side, 0, side, height * 0.6, half, 0, half, BLURRED.height);
  context.imageSmoothingQuality = 'high';
  // Scaling interpolates half a pixel less at each edge, which would be transparent.
  const [padX, padY] = [shape.width / BLURRED.width, shape.height / BLURRED.height];
  context.drawImage(small, -padX, -padY, shape.width + 2 * padX, shape.height + 2 * padY);
}

/** The image in a size, transparent towards both sides. */
function faded(image: ImageBitmap, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width);
  canvas.height = Math.ceil(height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const mask = context.createLinearGradient(0, 0, canvas.width, 0);
  for (const [at, opacity] of [
    [0, 0],
    [FADE, 1],
    [1 - FADE, 1],
    [1, 0],
  ] as const)
    mask.addColorStop(at, `rgb(0 0 0 / ${opacity})`);
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = mask;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas for crops.');
  return context;
}
