import type { Metadata } from 'sharp';
import type { RawImage } from '../image-sizes.ts';
import { isScreenSize } from './screens.ts';

/** Names that phones and programs write into the screenshots that they take. */
const TAKEN_BY = /screen ?shot|screen capture|snipping tool|flameshot|greenshot|sharex|lightshot/i;

/** The height of the band at the top that a phone's status bar is within, as a part of the image. */
const BAND = 0.045;
/** Of the status bar: the part that has its background's colour, with time and symbols at both ends. */
const BAR = { plain: 0.7, symbols: 0.003 };
/** Of a user interface: the part in which neighbours have exactly one colour, and the part with hard edges. */
const INTERFACE = { plain: 0.55, edges: 0.005 };
/** The difference of neighbours, in levels, at the edge of a letter. */
const HARD_EDGE = 60;

/** Whether the file itself says that it is a screenshot. */
export function saysScreenshot({ exif, xmp, comments = [] }: Metadata): boolean {
  const texts = [exif, xmp].map((block) => block?.toString('latin1') ?? '');
  return [...texts, ...comments.map(({ text }) => text)].some((text) => TAKEN_BY.test(text));
}

/**
 * Whether the image certainly shows a screen: it has the exact size of one, was saved without loss and without data of
 * a camera, and either begins with a status bar or, without a face, consists of plain areas with hard edges. Screenshots
 * that were cropped, resized or saved as JPEG are not recognised.
 */
export function looksLikeScreenshot(
  image: RawImage,
  { format, exif, autoOrient }: Metadata,
  hasFace: boolean,
): boolean {
  if (format !== 'png' || exif || !isScreenSize(autoOrient.width, autoOrient.height)) return false;
  return hasStatusBar(image) || (!hasFace && isInterface(image));
}

/** A band at the top, nearly all in one colour, with something else in its left and in its right third. */
function hasStatusBar({ width, height, data }: RawImage): boolean {
  const rows = Math.floor(height * BAND);
  const counts = new Map<number, number>();
  const colourAt = (i: number) => (data[3 * i]! << 16) | (data[3 * i + 1]! << 8) | data[3 * i + 2]!;
  for (let i = 0; i < rows * width; i++) counts.set(colourAt(i), (counts.get(colourAt(i)) ?? 0) + 1);
  const [background, plain] = [...counts].reduce(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [0, 0],
  );
  if (plain < BAR.plain * rows * width) return false;
  let [left, right] = [0, 0];
  for (let i = 0; i < rows * width; i++) {
    if (colourAt(i) === background) continue;
    if (i % width < width / 3) left += 1;
    else if (i % width > (2 * width) / 3) right += 1;
  }
  return Math.min(left, right) > BAR.symbols * rows * width;
}

function isInterface({ width, height, data }: RawImage): boolean {
  let [plain, edges] = [0, 0];
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const i = 3 * (y * width + x);
      let difference = 0;
      for (let colour = i; colour < i + 3; colour++) {
        difference = Math.max(
          difference,
          Math.abs(data[colour]! - data[colour + 3]!),
          Math.abs(data[colour]! - data[colour + 3 * width]!),
        );
      }
      if (difference === 0) plain += 1;
      else if (difference > HARD_EDGE) edges += 1;
    }
  }
  const pixels = width * height;
  return plain > INTERFACE.plain * pixels && edges > INTERFACE.edges * pixels;
}
