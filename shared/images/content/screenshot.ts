import type { Metadata } from 'sharp';
import { SCREENSHOT_PROGRAMS } from '../../contract/upload-requirements.ts';
import type { RawImage } from '../decode.ts';
import { isScreenSize } from './screens.ts';

/** The greatest heights of a phone's status bar, and of its time and symbols, as shares of the image's height. */
const BAR = { height: 0.06, symbols: 0.03 };
/** The least shares of a user interface in which neighbours have exactly one colour, and that have hard edges. */
const INTERFACE = { plain: 0.55, edges: 0.005 };
/** The difference of neighbours, in levels, at the edge of a letter. */
const HARD_EDGE = 60;

/** Whether the file itself says that it is a screenshot. */
export function saysScreenshot({ exif, xmp, comments = [] }: Metadata): boolean {
  const texts = [exif, xmp].map((block) => block?.toString('latin1') ?? '');
  return [...texts, ...comments.map(({ text }) => text)].some((text) => SCREENSHOT_PROGRAMS.test(text));
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

/**
 * Rows in one colour, then a line with something at the left and at the right, as the time and the symbols of a status
 * bar, then again rows in that colour.
 */
function hasStatusBar({ width, height, data }: RawImage): boolean {
  const background = data.subarray(0, 3);
  let line = { rows: 0, left: 0, right: 0 };
  let hasMargin = false;
  for (let y = 0; y < height * BAR.height; y++) {
    const { left, right, anywhere } = marksOf(data.subarray(3 * y * width, 3 * (y + 1) * width), background);
    if (anywhere) {
      line = { rows: line.rows + 1, left: line.left + left, right: line.right + right };
      continue;
    }
    const isLine = line.left > 0 && line.right > 0 && line.rows <= height * BAR.symbols;
    if (hasMargin && isLine) return true;
    hasMargin = true;
    line = { rows: 0, left: 0, right: 0 };
  }
  return false;
}

/** The pixels of a row that differ from its background: in the left third, in the right third, and whether any does. */
function marksOf(row: Uint8Array, background: Uint8Array) {
  const pixels = row.length / 3;
  const marks = { left: 0, right: 0, anywhere: false };
  for (let x = 0; x < pixels; x++) {
    const i = 3 * x;
    if (row[i] === background[0] && row[i + 1] === background[1] && row[i + 2] === background[2]) continue;
    marks.anywhere = true;
    if (x < pixels / 3) marks.left += 1;
    else if (x > (2 * pixels) / 3) marks.right += 1;
  }
  return marks;
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
