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

/**
 * Opens a JPEG, PNG or WebP, or raw pixels. Nothing is decoded before the image is used, which throws for bytes
 * of any other format.
 */
export function openImage(input: Uint8Array, options?: SharpOptions): Sharp {
  return sharp(input, options);
}
