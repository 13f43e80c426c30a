import sharp from 'sharp';

/** The number of drawings in progress. */
let drawings = 0;

/**
 * Allows sharp to read SVG while a drawing is made. The service blocks that format in its process, which may be
 * this one, and the drawings of the demo are trusted.
 */
export async function withSvg<Result>(draw: () => Promise<Result>): Promise<Result> {
  const operation = ['VipsForeignLoadSvgBuffer'];
  drawings += 1;
  sharp.unblock({ operation });
  try {
    return await draw();
  } finally {
    drawings -= 1;
    if (drawings === 0) sharp.block({ operation });
  }
}
