import sharp from 'sharp';
import { drawPortrait } from '../../demo/portraits.ts';
import type { RawImage } from '../../shared/images/image-sizes.ts';

/** Two drawn people side by side, as one JPEG of 1600 × 1000 pixels. `scale` is the second one's size. */
export async function drawGroup(scale = 1): Promise<Uint8Array> {
  const [first, second] = await Promise.all([
    drawPortrait(3, { width: 800, height: 1000 }),
    drawPortrait(8, { width: Math.round(800 * scale), height: Math.round(1000 * scale) }),
  ]);
  return sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#b8b0a4' } })
    .composite([
      { input: Buffer.from(first), left: 0, top: 0 },
      { input: Buffer.from(second), left: 800, top: 0 },
    ])
    .jpeg({ quality: 90 })
    .toBuffer();
}

export async function pixelsOf(image: Uint8Array): Promise<RawImage> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
