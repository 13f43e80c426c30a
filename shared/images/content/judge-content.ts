import type { Metadata } from 'sharp';
import { type Face, findFaces } from '../../vision/find-faces.ts';
import { openImage, type RawImage } from '../decode.ts';
import { type RefusedVerdict, reasons } from '../reasons.ts';
import { blurOf } from './blur.ts';
import { namesCamera } from './camera.ts';
import { looksPhotographed } from './looks-photographed.ts';
import { looksLikeScreenshot, saysScreenshot } from './screenshot.ts';

/** The least score of a certain face, and of a possible one. */
export const SCORE = { certain: 0.6, possible: 0.35 };
/** The share of the widest face's width below which faces are of people in the background. */
export const BACKGROUND = 0.25;
/** The part of a face beyond the edge of the image from which on it is cut off: without its chin, brows or cheek. */
const CUT_OFF = 0.15;
/** The least width of a face in pixels: half of what models are trained with. */
export const MIN_FACE_PIXELS = 64;
/** See {@link blurOf}: faces out of focus by about 3 % of their width and more. */
const BLURRED = 0.73;
/** A face that has fewer pixels in the shrunk image looks blurred by that alone. */
const LEAST_TO_JUDGE_BLUR = 96;

/**
 * Judges what an image shows. It refuses on positive evidence only: what it is unsure of, such as a face in profile or
 * a drawing, is accepted.
 * @param image the whole upright image, possibly shrunk
 * @param metadata of the file
 */
export async function judgeContent(
  image: RawImage,
  metadata: Metadata,
): Promise<RefusedVerdict | { showsPerson: boolean }> {
  if (saysScreenshot(metadata)) return reasons.screenshot();
  const faces = await findFaces(image, SCORE.possible);
  if (looksLikeScreenshot(image, metadata, faces.length > 0)) return reasons.screenshot();
  const [main, ...others] = faces.filter(({ score }) => score >= SCORE.certain);
  if (main) {
    const enlargement = metadata.autoOrient.width / image.width;
    return (await judgeFace(image, enlargement, main, others)) ?? { showsPerson: true };
  }
  if (faces.length > 0) return { showsPerson: true };
  const isPhoto = namesCamera(metadata.exif) || looksPhotographed(image);
  if (!isPhoto) return { showsPerson: false };
  return (await hasFaceSideways(image)) ? { showsPerson: true } : reasons.noFace();
}

/** @param enlargement the width of the uploaded image, as a multiple of this one's */
async function judgeFace(
  image: RawImage,
  enlargement: number,
  { box }: Face,
  others: readonly Face[],
): Promise<RefusedVerdict | undefined> {
  const people = 1 + others.filter((face) => face.box.width >= BACKGROUND * box.width).length;
  if (people > 1) return reasons.severalPeople(people);
  const beyond = Math.max(
    -box.left / box.width,
    (box.left + box.width - image.width) / box.width,
    -box.top / box.height,
    (box.top + box.height - image.height) / box.height,
  );
  if (beyond > CUT_OFF) return reasons.faceCutOff();
  const pixels = Math.round(box.width * enlargement);
  if (pixels < MIN_FACE_PIXELS) return reasons.faceTooSmall(pixels, MIN_FACE_PIXELS);
  if (box.width >= LEAST_TO_JUDGE_BLUR && (await blurOf(image, box)) > BLURRED) return reasons.blurry();
  return undefined;
}

/** Whether a photo that lies on its side or its head, without saying so, shows a face for certain. */
async function hasFaceSideways({ width, height, data }: RawImage): Promise<boolean> {
  for (const angle of [90, 180, 270]) {
    const turned = await openImage(data, { raw: { width, height, channels: 3 } })
      .rotate(angle)
      .raw()
      .toBuffer();
    const image =
      angle === 180 ? { width, height, data: turned } : { width: height, height: width, data: turned };
    if ((await findFaces(image, SCORE.certain)).length > 0) return true;
  }
  return false;
}
