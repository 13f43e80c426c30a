import sharp, { type Sharp, type SharpOptions } from 'sharp';

/**
 * libvips reads dozens of formats, and recognises a file by its content. Members send JPEG, PNG and WebP, and
 * the service writes nothing else, so every other loader is blocked, in the whole process: an SVG would draw
 * text of its sender's choice and may take minutes. This is the only module of the service that imports sharp.
 * https://sharp.pixelplumbing.com/api-utility/#block
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

// The cache of operations would keep the decoders of former images open: 300 MB for each progressive JPEG of 50 megapixels.
sharp.cache(false);

/** sRGB pixels without alpha: three bytes each, row by row from the top left. */
export interface RawImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Opens a JPEG, PNG or WebP, or raw pixels. Nothing is decoded before the image is used, which throws for bytes
 * of any other format.
 */
export function openImage(input: Uint8Array, options?: SharpOptions): Sharp {
  return sharp(input, options);
}

/**
 * The longer side, in pixels, to which an image is shrunk to judge what it shows. A face of 6 % of it is wide enough to be
 * judged, and the whole takes 3 MB.
 */
const JUDGED_SIDE = 1024;
/** Several times what 100 megapixels take: a file that takes longer is made to. A function's own time-out is longer. */
const DECODING_SECONDS = 15;

/**
 * Shrinks the upright image to judge it, which reads every row.
 * @throws where rows are missing or damaged.
 */
export async function decodeToJudge(bytes: Uint8Array, maxMegapixels: number): Promise<RawImage> {
  const { data, info } = await openImage(bytes, {
    failOn: 'warning',
    sequentialRead: true,
    limitInputPixels: maxMegapixels * 1e6,
  })
    .autoOrient()
    .resize(JUDGED_SIDE, JUDGED_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .timeout({ seconds: DECODING_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
