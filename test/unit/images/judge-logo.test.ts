import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOGO_MAX_BYTES } from '../../../shared/contract/brand.ts';
import { requireLogo } from '../../../shared/images/judge-logo.ts';

type Format = 'png' | 'jpeg' | 'webp';

async function logo(format: Format, width = 120, height = 40): Promise<Buffer> {
  const create = { width, height, channels: 4, background: { r: 11, g: 95, b: 255, alpha: 0.5 } } as const;
  return sharp({ create }).toFormat(format).toBuffer();
}

const dataUrl = (type: string, bytes: Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

let png: Buffer;
beforeAll(async () => {
  png = await logo('png');
});

describe('a logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('as %s is taken', async (format) => {
    await requireLogo(dataUrl(format, await logo(format)));
  });

  test.each([
    [16, 16],
    [1024, 1024],
  ])('of %d by %d pixels is taken', async (width, height) => {
    await requireLogo(dataUrl('png', await logo('png', width, height)));
  });

  test('of the most bytes is taken', async () => {
    await requireLogo(dataUrl('png', Buffer.concat([png, Buffer.alloc(LOGO_MAX_BYTES - png.length)])));
  });

  const refused: [string, () => Promise<string> | string, RegExp][] = [
    ['of another type than it says', () => dataUrl('jpeg', png), /damaged, or no JPEG/],
    // Its header reads as a short chunk of a WebP.
    ['of a format that reads alike', async () => dataUrl('webp', await logo('png', 256, 40)), /no WEBP/],
    ['that breaks off', () => dataUrl('png', png.subarray(0, png.length - 20)), /damaged, or no PNG/],
    ['that is HTML', () => dataUrl('png', Buffer.from('<script>alert(1)</script>')), /damaged/],
    ['that is an SVG', () => dataUrl('svg+xml', Buffer.from('<svg/>')), /a PNG, JPEG or WebP/],
    ['that is an SVG under another name', () => dataUrl('png', Buffer.from('<svg/>')), /damaged, or no PNG/],
    [
      'that is too narrow',
      async () => dataUrl('png', await logo('png', 15, 40)),
      /16 to 1024 pixels.* 15 × 40/,
    ],
    ['that is too wide', async () => dataUrl('png', await logo('png', 1025, 40)), /they have 1025 × 40/],
    ['that is too high', async () => dataUrl('png', await logo('png', 40, 1025)), /they have 40 × 1025/],
    [
      'whose pixels are damaged',
      () => dataUrl('png', Buffer.from(png).fill(255, png.length - 30, png.length - 20)),
      /damaged/,
    ],
    ['that is too large', () => dataUrl('png', Buffer.alloc(LOGO_MAX_BYTES + 1)), /at most 32 KB/],
    [
      'that moves',
      async () => {
        const frames = [png, await sharp(png).negate().png().toBuffer()];
        return dataUrl(
          'webp',
          await sharp(frames, { join: { animated: true } })
            .webp()
            .toBuffer(),
        );
      },
      /must not be animated/,
    ],
  ];
  test.each(refused)('%s is refused', async (_what, make, message) => {
    const judged = requireLogo(await make());
    await expect(judged).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(judged).rejects.toThrow(message);
  });
});
