import sharp, { type Sharp } from 'sharp';
import { drawPortrait } from '../../demo/portraits.ts';
import type { RawImage } from '../../shared/images/decode.ts';

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

/** A person close to the camera, with another one behind the left shoulder: `width` pixels wide, from `top` on. */
export async function drawBackgroundPerson(width: number, top: number): Promise<Uint8Array> {
  const close = sharp(await drawPortrait(3, { width: 1600, height: 2000 }))
    .extract({ left: 300, top: 250, width: 1100, height: 1100 })
    .resize(1000, 1000);
  const behind = await drawPortrait(8, { width: 800, height: 1000 });
  const input = await sharp(behind)
    .resize(width, Math.round(width * 1.25))
    .toBuffer();
  return sharp(await close.toBuffer())
    .composite([{ input, left: 0, top }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** A person of 1600 × 2000 pixels, without the `left` ones at the left. */
export async function drawCutOff(left: number): Promise<Uint8Array> {
  return sharp(await drawPortrait(3))
    .extract({ left, top: 0, width: 1600 - left, height: 2000 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Texture as nature has it, with larger differences the coarser the scale, and without a face. */
export async function drawTexture(width = 1000, height = 800): Promise<Uint8Array> {
  const layers = await Promise.all(
    [1, 2, 4, 8, 16, 32].map((scale) => {
      const [w, h] = [Math.ceil(width / scale), Math.ceil(height / scale)];
      return sharp(speckles(w * h, scale, 10 * scale ** 0.5), { raw: { width: w, height: h, channels: 1 } })
        .resize(width, height, { fit: 'fill', kernel: 'linear' })
        .greyscale()
        .raw()
        .toBuffer();
    }),
  );
  const data = new Uint8ClampedArray(width * height);
  for (let i = 0; i < data.length; i++) {
    data[i] = 128 + layers.reduce((sum: number, layer) => sum + (layer[i] ?? 0) - 128, 0);
  }
  return sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Pseudorandom levels around 128, the same for the same seed. */
function speckles(count: number, seed: number, deviation: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return 128 + ((state >>> 16) / 65536 - 0.5) * deviation * 3.5;
    }),
  );
}

/** An image of pure noise around a middle grey. */
export function noise(width: number, height: number, sigma = 30): Sharp {
  const background = '#888888';
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma } },
  }).removeAlpha();
}

export function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#334455' } });
}

export function gradient(width: number, height: number, blue = 128): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    data.set([((i % width) * 255) / width, (Math.floor(i / width) * 255) / height, blue], 3 * i);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

type Place = { left: number; top: number; width: number; height: number };

/** A page of a program on a screen: rows of plain boxes, and above them, if wanted, a phone's status bar. */
export function drawScreen(width: number, height: number, hasStatusBar: boolean): Sharp {
  const box = ({ left, top, ...size }: Place, colour: string) => ({
    input: { create: { ...size, channels: 3, background: colour } } as const,
    left: Math.round(left),
    top: Math.round(top),
  });
  const size = (part: number) => Math.round(part * Math.min(width, height));
  const rows = Array.from({ length: 10 }, (_, row) => [
    box(
      { left: size(0.05), top: (0.1 + row * 0.085) * height, width: size(0.08), height: size(0.08) },
      '#3070c0',
    ),
    ...Array.from({ length: 20 }, (_, letter) =>
      box(
        {
          left: size(0.18) + letter * size(0.035),
          top: (0.11 + row * 0.085) * height,
          width: size(0.02),
          height: size(0.03),
        },
        '#202020',
      ),
    ),
  ]).flat();
  const bar = [
    box({ left: 0.06 * width, top: 0.02 * height, width: size(0.1), height: size(0.03) }, '#000000'),
    box({ left: 0.85 * width, top: 0.02 * height, width: size(0.08), height: size(0.03) }, '#000000'),
  ];
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite(
    hasStatusBar ? [...rows, ...bar] : rows,
  );
}
