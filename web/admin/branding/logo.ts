import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS, LOGO_MIN_PIXELS } from '../../../shared/contract/brand.ts';

/** The reason why a file cannot be a logo. */
export type LogoFault = 'unreadable' | 'too-small' | 'too-detailed' | 'too-pale';

export class LogoError extends Error {
  readonly fault: LogoFault;

  constructor(fault: LogoFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The media types that stay as they are. The service takes WebP as well, which Outlook on Windows cannot show in mails. */
const KEPT = ['image/png', 'image/jpeg'];
/** The longest sides to which another image is made smaller, until it has few enough bytes. */
const SIDES = [512, 384, 256, 192, 128, 96, 64];

/**
 * A file as the data URL of a logo. Any other file is drawn anew as a PNG: an SVG, which may contain scripts, a WebP, and an
 * image with too many bytes or pixels.
 * @throws LogoError.
 */
export async function logoOf(file: File): Promise<string> {
  const image = await decoded(file);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (file.type !== 'image/svg+xml' && Math.min(width, height) < LOGO_MIN_PIXELS)
    throw new LogoError('too-small');
  if (isTooPale(image)) throw new LogoError('too-pale');
  const fits = file.size <= LOGO_MAX_BYTES && Math.max(width, height) <= LOGO_MAX_PIXELS;
  if (fits && KEPT.includes(file.type)) return dataUrlOf(file);
  for (const side of SIDES) {
    const drawn = await drawnPng(image, side, file.type === 'image/svg+xml');
    if (drawn.size <= LOGO_MAX_BYTES) return dataUrlOf(drawn);
  }
  throw new LogoError('too-detailed');
}

/** The side of the copy by which paleness is judged, and the least brightness of colors that are lost on white. */
const COPY_SIDE = 64;
const PALE = 230;

/** Whether an image cannot be seen on the white of pages and mails, as a logo that is made for dark backgrounds. */
function isTooPale(image: HTMLImageElement): boolean {
  const context = contextOf(COPY_SIDE, COPY_SIDE);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, COPY_SIDE, COPY_SIDE);
  context.drawImage(image, 0, 0, COPY_SIDE, COPY_SIDE);
  return context.getImageData(0, 0, COPY_SIDE, COPY_SIDE).data.every((channel) => channel >= PALE);
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new LogoError('unreadable');
  return context;
}

async function decoded(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  const address = URL.createObjectURL(file);
  try {
    image.src = address;
    await image.decode();
    return image;
  } catch {
    throw new LogoError('unreadable');
  } finally {
    // The decoded image stays.
    URL.revokeObjectURL(address);
  }
}

/** @param grows whether an image that is smaller is enlarged, as a drawing can be */
async function drawnPng(image: HTMLImageElement, side: number, grows: boolean): Promise<Blob> {
  // A drawing without a size of its own is square.
  const [width, height] = [image.naturalWidth || side, image.naturalHeight || side];
  const scale = Math.min(grows ? Number.POSITIVE_INFINITY : 1, side / Math.max(width, height));
  const sideOf = (length: number) => Math.max(LOGO_MIN_PIXELS, Math.round(length * scale));
  const context = contextOf(sideOf(width), sideOf(height));
  const { canvas } = context;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new LogoError('unreadable'))), 'image/png'),
  );
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new LogoError('unreadable'));
    reader.readAsDataURL(blob);
  });
}
