import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { withSvg } from '../../local/drawings/svg.ts';
import { WEB } from './paths.ts';

/** The people of the image, row by row. */
const PEOPLE = ['karim', 'anna', 'mei', 'david', 'jonas', 'ada'];
/** The size that Open Graph recommends, 1.91 to 1. */
const SIZE = { width: 1200, height: 630 };
const PHOTO = { width: 228, height: 285 };
const GAP = 20;
const MARK = 250;

/** The image that a link to a public page shows: the mark of the service beside the portraits of the front page, without text. */
export function shareImage(mark: string): Promise<Buffer> {
  return withSvg(() => draw(mark));
}

async function draw(mark: string): Promise<Buffer> {
  const wall = SIZE.width - 3 * (PHOTO.width + GAP);
  const corners = `<svg><rect width="${PHOTO.width}" height="${PHOTO.height}" rx="22"/></svg>`;
  const portraits = PEOPLE.map(async (person, index) => ({
    input: await sharp(await readFile(join(WEB, 'design/people', `${person}.svg`)), { density: 200 })
      .resize(PHOTO)
      .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
      .png()
      .toBuffer(),
    left: wall + (index % 3) * (PHOTO.width + GAP),
    top: GAP + Math.floor(index / 3) * (PHOTO.height + GAP),
  }));
  const sign = {
    input: await sharp(Buffer.from(mark), { density: 600 }).resize(MARK, MARK).png().toBuffer(),
    left: Math.round((wall - MARK) / 2),
    top: Math.round((SIZE.height - MARK) / 2),
  };
  return sharp({ create: { ...SIZE, channels: 3, background: '#f7f6f2' } })
    .composite([sign, ...(await Promise.all(portraits))])
    .png({ palette: true })
    .toBuffer();
}
