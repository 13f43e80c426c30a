import sharp from 'sharp';

const TILE_WIDTH = 240;
const TILE_HEIGHT = 300;
const GAP = 16;
const MARGIN = 32;

/** Places images on one sheet, in order, row by row. Returns a JPEG. */
export async function contactSheet(jpegs: readonly Uint8Array[], columns: number): Promise<Uint8Array> {
  const rows = Math.max(1, Math.ceil(jpegs.length / columns));
  const tiles = await Promise.all(
    jpegs.map(async (jpeg, index) => ({
      input: await sharp(jpeg)
        .autoOrient()
        .resize(TILE_WIDTH, TILE_HEIGHT, { fit: 'cover' })
        .png()
        .toBuffer(),
      left: MARGIN + (index % columns) * (TILE_WIDTH + GAP),
      top: MARGIN + Math.floor(index / columns) * (TILE_HEIGHT + GAP),
    })),
  );
  return sharp({
    create: {
      width: 2 * MARGIN + columns * (TILE_WIDTH + GAP) - GAP,
      height: 2 * MARGIN + rows * (TILE_HEIGHT + GAP) - GAP,
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(tiles)
    .jpeg({ quality: 88 })
    .toBuffer();
}
