import type { ReasonCode } from '../text/reasons.ts';
import type { HeicConverter } from './heic.ts';
import { HEAD_BYTES, type ImageKind, kindOf } from './image-kind.ts';
import { withoutMetadata } from './jpeg-metadata.ts';
import type { Prepared } from './uploads.ts';
import type { Overview } from './view.ts';

/** The longer side of a preview, in pixels of the image: twice the largest tile. */
const PREVIEW_SIDE = 320;

type Requirements = Pick<Overview['requirements'], 'minPixels' | 'maxBytes'>;

/**
 * Reads a file before anything of it is sent: recognises it by its content, converts HEIC, leaves out the
 * metadata of a JPEG, and makes a small preview. What can be told from the file alone is told here. The service judges every file by itself.
 * @throws ApiError OFFLINE when the decoder for HEIC cannot be loaded.
 */
export async function preparePhoto(
  file: File,
  requirements: Requirements,
  converter: Pick<HeicConverter, 'convert'>,
): Promise<Prepared> {
  const refused = (reasonCode: ReasonCode, preview?: string): Prepared => ({ file, preview, reasonCode });
  if (file.size === 0) return refused('empty');
  if (file.size > requirements.maxBytes) return refused('too-many-bytes');
  const head = await bytesOf(file.slice(0, HEAD_BYTES));
  if (!head) return refused('unreadable');
  const kind = kindOf(head);
  if (kind.name === 'refused') return refused(kind.code);
  const image = await imageOf(file, kind, converter);
  if (typeof image === 'string') return refused(image);
  const look = await lookAt(image);
  // A browser may be unable to decode what the service can.
  if (!look) return { file: image };
  const { width, height, preview } = look;
  const isSmall = Math.min(width, height) < requirements.minPixels;
  return isSmall ? refused('too-few-pixels', preview) : { file: image, preview };
}

/** The file to send, or the reason why there is none. Conversion leaves out the metadata as well. */
async function imageOf(
  file: File,
  kind: Exclude<ImageKind, { name: 'refused' }>,
  converter: Pick<HeicConverter, 'convert'>,
): Promise<File | ReasonCode> {
  if (kind.name === 'heic') return (await converter.convert(file)) ?? 'damaged';
  if (kind.type !== 'image/jpeg') return withType(file, kind.type);
  const clean = await withoutMetadata(file).catch(() => 'unreadable' as const);
  if (clean === 'unreadable') return clean;
  if (!clean) return 'damaged';
  return clean.saysScreenshot ? 'screenshot' : new File([clean.jpeg], file.name, { type: kind.type });
}

/** Reading fails for a file that was moved, or that is only in a cloud. */
async function bytesOf(blob: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Browsers tell the type by the name of a file. The service announces, and S3 takes, what it is. */
function withType(file: File, type: string): File {
  return file.type === type ? file : new File([file], file.name, { type });
}

interface Look {
  width: number;
  height: number;
  /** An object URL of a small image. */
  preview: string;
}

/** The size of an image, and a small one of it; undefined for a file that the browser cannot decode. */
export async function lookAt(file: Blob): Promise<Look | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  const { width, height } = image;
  const scale = Math.min(1, PREVIEW_SIDE / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const small = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
  return { width, height, preview: URL.createObjectURL(small) };
}
