import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renderSizes } from '../../../shared/images/image-sizes.ts';
import { decodeUpright, uprightSize } from '../../../shared/providers/studio/upright-image.ts';
import { filterBomb } from '../../support/bombs.ts';

describe('formats other than JPEG, PNG and WebP', () => {
  it('an SVG is decoded nowhere, whatever was judged before', async () => {
    const unsupported = /unsupported image format/;
    await expect(renderSizes(filterBomb())).rejects.toThrow(unsupported);
    await expect(decodeUpright(filterBomb(), 1000)).rejects.toThrow(unsupported);
    await expect(uprightSize(filterBomb())).rejects.toThrow(unsupported);
    // The block is one of the process: it also holds for code that does not know of it.
    await expect(sharp(filterBomb()).metadata()).rejects.toThrow(unsupported);
  });

  it('TIFF, GIF and AVIF are decoded nowhere', async () => {
    for (const format of ['tiff', 'gif', 'avif'] as const) {
      const flat = sharp({ create: { width: 64, height: 64, channels: 3, background: '#8a6' } });
      const bytes = await flat.toFormat(format).toBuffer();
      await expect(renderSizes(bytes)).rejects.toThrow(/unsupported image format/);
    }
  });

  it('only the module that blocks the other loaders imports sharp', async () => {
    const importing: string[] = [];
    for await (const path of glob('{shared,functions}/**/*.ts')) {
      if (/^import sharp\b/m.test(readFileSync(path, 'utf8'))) importing.push(path);
    }
    expect(importing).toEqual(['shared/images/decode.ts']);
  });
});
