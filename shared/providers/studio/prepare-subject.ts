import { openImage } from '../../images/decode.ts';
import { cropPlane, roundBox, union } from './boxes.ts';
import { cutOut } from './cut-out.ts';
import { CERTAIN_FACE, findFace } from './find-face.ts';
import { frameFor, type Surroundings, surroundingsOf } from './framing.ts';
import { applyMatte, colourPlanes, modelMatte, ownColours } from './matte.ts';
import { distanceFromOutline, type FacePlace } from './person-shape.ts';
import {
  type Box,
  boxBlur,
  type ColourImage,
  clamp,
  lumaOf,
  meanIn,
  type Plane,
  resizePlane,
  rowsOf,
  smoothstep,
  summedArea,
} from './raster.ts';
import { CROPS, type Crop } from './shots.ts';
import type { Subject } from './subject.ts';
import { decodeUpright, uprightSize } from './upright-image.ts';

/** Long sides and eye distances, in pixels, of the images that each step works on. */
const OVERVIEW = 1024;
const FACE_SEARCH = 340;
const CUT_EYE_DISTANCE = 24;
const MATTE_EYE_DISTANCE = 60;
const KEPT = 2048;

/**
 * Does the work that is the same for every shot of an upload: turns it upright, locates the person, cuts the
 * person out and frames every crop. The same bytes give the same subject. Throws when the bytes are no image.
 * An image without a face gives a subject that is not trustworthy.
 */
export async function prepareSubject(uploadBytes: Uint8Array): Promise<Subject> {
  const size = await uprightSize(uploadBytes);
  const bounds: Box = { left: 0, top: 0, ...size };
  const overview = await decodeUpright(uploadBytes, OVERVIEW);
  const { face, certain } = await locateFace(overview, size.width / overview.width);
  const part = partAround(face, bounds);
  const close = await decodeUpright(uploadBytes, longSideFor(part, face, MATTE_EYE_DISTANCE), part);
  const inClose = placeIn(face, part, close);
  const mask = await hardCut(close, inClose);
  const colours = colourPlanes(close);
  const model = modelMatte(colours, mask, Math.round(inClose.eyeDistance * 0.3));
  const alpha = applyMatte(model, close);
  const surroundings = surroundingsOf(alpha, part, bounds, face);
  const trustworthy = certain && plausible(alpha, inClose, surroundings);

  const framing = trustworthy ? surroundings : withinImage(surroundings, face);
  const frames = Object.fromEntries(CROPS.map((crop) => [crop, frameFor(crop, framing)])) as Record<
    Crop,
    Box
  >;
  const kept = roundBox(union(Object.values(frames)), part);
  const image = await decodeUpright(uploadBytes, KEPT, kept);
  const soft = trustworthy
    ? applyMatte(partOfModel(model, kept, part), image)
    : focusOn(image, placeIn(face, kept, image));
  const own = trustworthy
    ? withOwnColours(
        image,
        soft,
        planesOf(ownColours(colours, alpha, Math.round(inClose.eyeDistance)), kept, part),
      )
    : image;

  const scale = image.width / kept.width;
  const inImage = placeIn(face, kept, image);
  const move = (box: Box): Box => ({
    left: (box.left - kept.left) * scale,
    top: (box.top - kept.top) * scale,
    width: box.width * scale,
    height: box.height * scale,
  });
  return {
    image: await encodeImage(own),
    alpha: await encodeAlpha(soft),
    face: faceBox(inImage),
    frames: { tight: move(frames.tight), classic: move(frames.classic), wide: move(frames.wide) },
    exposure: exposureFor(overview),
    trustworthy,
  };
}

async function locateFace(
  overview: ColourImage,
  scale: number,
): Promise<{ face: FacePlace; certain: boolean }> {
  const small = await shrink(overview, FACE_SEARCH);
  const found = findFace(small);
  const zoom = (overview.width / small.width) * scale;
  return {
    face: { x: found.x * zoom, y: found.y * zoom, eyeDistance: found.eyeDistance * zoom },
    certain: found.score >= CERTAIN_FACE,
  };
}

/** The part of the image that is cut: the person, with enough of the background around. */
function partAround(face: FacePlace, bounds: Box): Box {
  const d = face.eyeDistance;
  return roundBox({ left: face.x - 5.4 * d, top: face.y - 4 * d, width: 10.8 * d, height: 12.5 * d }, bounds);
}

function longSideFor(part: Box, face: FacePlace, eyeDistance: number): number {
  return Math.round((Math.max(part.width, part.height) / face.eyeDistance) * eyeDistance);
}

async function hardCut(close: ColourImage, face: FacePlace): Promise<Plane> {
  const longSide = Math.round((Math.max(close.width, close.height) * CUT_EYE_DISTANCE) / face.eyeDistance);
  const small = await shrink(close, longSide);
  const zoom = small.width / close.width;
  const person = cutOut(small, { x: face.x * zoom, y: face.y * zoom, eyeDistance: face.eyeDistance * zoom });
  const mask = { width: small.width, height: small.height, data: Float32Array.from(person) };
  const enlarged = resizePlane(mask, close.width, close.height);
  return { ...enlarged, data: enlarged.data.map((value) => smoothstep(0.3, 0.7, value)) };
}

/** Whether a cut has the shape of head and shoulders. A cut without it is not used. */
function plausible(alpha: Plane, face: FacePlace, { headTop }: Surroundings): boolean {
  const area = summedArea(alpha);
  const d = face.eyeDistance;
  const covered = (left: number, top: number, right: number, bottom: number) =>
    meanIn(area, face.x + left * d, face.y + top * d, face.x + right * d, face.y + bottom * d, 0);
  return (
    Number.isFinite(headTop) &&
    covered(-0.7, -0.5, 0.7, 1.4) > 0.97 &&
    covered(-0.8, 2.6, 0.8, 3.4) > 0.6 &&
    covered(-4, -1.5, 4, 0.5) < 0.62 &&
    covered(-1, -4, 1, -3.2) < 0.2
  );
}

/** Surroundings that keep the frame inside the image on every side, for an upload without a cut. */
function withinImage(around: Surroundings, face: FacePlace): Surroundings {
  return {
    ...around,
    headTop: Math.max(around.image.top, face.y - 2.1 * face.eyeDistance),
    touchesTop: true,
    touchesLeft: () => true,
    touchesRight: () => true,
  };
}

/** A soft mask of head and shoulders, which stay in focus when the background is only blurred. */
function focusOn(image: ColourImage, face: FacePlace): Plane {
  const distance = distanceFromOutline(image.width, image.height, face);
  const soft = { ...distance, data: distance.data.map((value) => 1 - smoothstep(0.1, 1.3, value)) };
  return boxBlur(soft, Math.round(face.eyeDistance * 0.2));
}

function partOfModel(
  model: ReturnType<typeof modelMatte>,
  kept: Box,
  part: Box,
): ReturnType<typeof modelMatte> {
  return {
    slopes: planesOf(model.slopes, kept, part),
    base: cropPlane(model.base, kept, part),
    known: cropPlane(model.known, kept, part),
  };
}

function planesOf(
  [a, b, c]: readonly [Plane, Plane, Plane],
  kept: Box,
  part: Box,
): readonly [Plane, Plane, Plane] {
  return [cropPlane(a, kept, part), cropPlane(b, kept, part), cropPlane(c, kept, part)];
}

function withOwnColours(image: ColourImage, alpha: Plane, own: readonly [Plane, Plane, Plane]): ColourImage {
  const { width, height } = image;
  const data = image.data.slice();
  own.forEach((plane, channel) => {
    const colourAt = rowsOf(plane, width, height);
    for (let y = 0, i = 0, p = channel; y < height; y++) {
      const colour = colourAt(y);
      for (let x = 0; x < width; x++, i++, p += 3) {
        const solid = smoothstep(0.9, 1, alpha.data[i]!);
        if (solid < 1) data[p] = Math.round(data[p]! * solid + 255 * colour[x]! * (1 - solid));
      }
    }
  });
  return { ...image, data };
}

/**
 * The exposure that an underexposed upload needs. It depends on the brightest parts of the whole image, and
 * never on the face, whose brightness is the person's own.
 */
function exposureFor(image: ColourImage): number {
  const luma = lumaOf(image).data;
  const histogram = new Uint32Array(256);
  for (const value of luma) histogram[Math.round(value * 255)]!++;
  let bright = 255;
  for (let above = histogram[bright]!; above < luma.length * 0.02; above += histogram[--bright]!);
  return clamp((0.8 / Math.max(bright / 255, 0.1)) ** 0.8, 1, 1.6);
}

function faceBox(face: FacePlace): Box {
  const d = face.eyeDistance;
  return { left: face.x - d, top: face.y - 0.8 * d, width: 2 * d, height: 2.6 * d };
}

function placeIn(face: FacePlace, part: Box, image: ColourImage): FacePlace {
  const scale = image.width / part.width;
  return {
    x: (face.x - part.left) * scale,
    y: (face.y - part.top) * scale,
    eyeDistance: face.eyeDistance * scale,
  };
}

async function shrink(image: ColourImage, longSide: number): Promise<ColourImage> {
  const { width, height } = image;
  const { data, info } = await openImage(image.data, { raw: { width, height, channels: 3 } })
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

async function encodeImage({ width, height, data }: ColourImage): Promise<Uint8Array> {
  return openImage(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function encodeAlpha({ width, height, data }: Plane): Promise<Uint8Array> {
  const bytes = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) bytes[i] = Math.round(clamp(data[i]!, 0, 1) * 255);
  return openImage(bytes, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}
