import type { UploadReasonCode } from '../contract/upload-reason-codes.ts';
import { UPLOAD_REQUIREMENTS } from '../contract/upload-requirements.ts';

const MEBIBYTE = 1024 * 1024;

/** The most megapixels of an upload: more than phones usually produce, few enough for a function's memory. */
export const MAX_MEGAPIXELS = 100;

/**
 * The most megapixels of a progressive JPEG or an interlaced PNG. A decoder holds such an image as a whole, with up to
 * eight bytes a pixel, before it is shrunk.
 */
export const MAX_MEGAPIXELS_IN_PASSES = 50;

export interface RefusedVerdict {
  readonly accepted: false;
  readonly reasonCode: UploadReasonCode;
  /** The fault and what to do, for the member. */
  readonly reason: string;
}

export const WANTED_FORMATS = 'Please upload a JPEG, PNG or WebP photo.';

/** Every reason for which an upload is refused, with the text that its member reads. */
export const reasons = {
  empty: () => refused('empty', 'The file is empty. Please choose the photo again.'),
  tooManyBytes: (bytes: number) =>
    refused(
      'too-many-bytes',
      `The file has ${Math.ceil(bytes / MEBIBYTE)} MB; at most ${UPLOAD_REQUIREMENTS.maxBytes / MEBIBYTE} MB are possible. Please upload a smaller copy.`,
    ),
  notAnImage: () => refused('not-an-image', `This file is not an image. ${WANTED_FORMATS}`),
  unsupportedFormat: (is: string, instead = WANTED_FORMATS) =>
    refused('unsupported-format', `${is} ${instead}`),
  tooFewPixels: (width: number, height: number) =>
    refused(
      'too-few-pixels',
      `The image is ${width} × ${height} pixels; at least ${UPLOAD_REQUIREMENTS.minPixels} on the short side are needed. Please choose a larger one.`,
    ),
  tooManyPixels: (width: number, height: number) =>
    refused(
      'too-many-pixels',
      `The image is ${width} × ${height} pixels; at most ${MAX_MEGAPIXELS} megapixels are possible. Please upload a smaller copy.`,
    ),
  tooManyPixelsInPasses: (width: number, height: number) =>
    refused(
      'too-many-pixels',
      `The image is ${width} × ${height} pixels and progressive or interlaced; at most ${MAX_MEGAPIXELS_IN_PASSES} megapixels are possible then. Please upload a smaller copy, or save it without this option.`,
    ),
  tooMuchMetadata: () =>
    refused(
      'too-much-metadata',
      'The image carries too much data beside its pixels. Please export it without metadata and upload it again.',
    ),
  damaged: () =>
    refused('damaged', 'The image is damaged or incomplete. Please upload it again or choose another one.'),
  checkFailed: () =>
    refused(
      'check-failed',
      'This image took too long to check, every time. Please export it again or choose another one.',
    ),
  screenshot: () =>
    refused(
      'screenshot',
      'This looks like a screenshot. Please upload the photo itself, as the camera saved it.',
    ),
  noFace: () =>
    refused(
      'no-face',
      'We could not find a face in this photo. Please choose one in which your face is clearly visible.',
    ),
  severalPeople: (people: number) =>
    refused(
      'several-people',
      `We see ${people} people in this photo. Please choose one that shows only you, or crop the others out.`,
    ),
  faceCutOff: () =>
    refused(
      'face-cut-off',
      'Your face is cut off by the edge of this photo. Please choose one that shows your whole head.',
    ),
  faceTooSmall: (pixels: number, wanted: number) =>
    refused(
      'face-too-small',
      `Your face is only ${pixels} pixels wide in this photo; at least ${wanted} are needed. Please choose one that was taken closer, or in higher quality.`,
    ),
  blurry: () => refused('blurry', 'Your face is out of focus in this photo. Please choose a sharper one.'),
  anotherPerson: () =>
    refused(
      'another-person',
      'This photo seems to show another person than your other photos. Please choose one of you, or remove the others if they do not show you.',
    ),
  duplicate: () =>
    refused(
      'duplicate',
      'You have uploaded this photo already. Please choose another one: different photos make better headshots.',
    ),
} as const;

function refused(reasonCode: UploadReasonCode, reason: string): RefusedVerdict {
  return { accepted: false, reasonCode, reason };
}
