import { FRAMING_NAMES } from '../../contract/styles.ts';
import { openImage } from '../../images/decode.ts';
import { cropPlane, roundBox, union } from './boxes.ts';
import { judgeEdges } from './edges.ts';
import { frameFor, type Surroundings, surroundingsOf } from './framing.ts';
import { type LocatedPerson, locatePerson } from './locate-person.ts';
import {
  applyMatte,
  type ColourPlanes,
  colourPlanes,
  type MatteModel,
  modelMatte,
  ownColours,
} from './matte.ts';
import type { FacePlace } from './person-shape.ts';
import { hasOwnColour, photoQualities, worthOf } from './photo-quality.ts';
import { type Box, type ColourImage, clamp, lumaOf, meanIn, type Plane, summedArea } from './raster.ts';
import { seesBackground } from './seen-background.ts';
import { segmentPerson } from './segment-person.ts';
import { cutSubject, keptSubject } from './shown.ts';
import type { Doubt, Subject } from './subject.ts';
import { decodeUpright, uprightSize } from './upright-image.ts';

/** Long sides and eye distances, in pixels, of the images that each step works on. */
const OVERVIEW = 1024;
const MATTE_EYE_DISTANCE = 60;
const KEPT = 2048;
/** Half the width, in eye distances, of the strip along the cut in which the matte follows hair and fabric. */
const SEAM = 0.12;

/**
 * Does the work that is the same for every shot of an upload: turns it upright, locates the person, cuts the
 * person out, judges the cut and frames every crop. A cut whose edges are not sure is not used: the subject keeps
 * its own background, out of focus. The same bytes give the same subject. Throws when the bytes are no image.
 */
export async function prepareSubject(uploadBytes: Uint8Array): Promise<Subject> {
  const size = await uprightSize(uploadBytes);
  const bounds: Box = { left: 0, top: 0, ...size };
  const overview = await decodeUpright(uploadBytes, OVERVIEW);
  const located = enlarged(await locatePerson(overview), size.width / overview.width);
  const { face } = located;
  const part = partAround(face, bounds);
  const close = await decodeUpright(uploadBytes, longSideFor(part, face, MATTE_EYE_DISTANCE), part);
  const inClose = placeIn(face, part, close);
  const segmentation = await segmentPerson(close, inClose);
  const colours = colourPlanes(close);
  const model = modelMatte(colours, segmentation.person, Math.round(inClose.eyeDistance * SEAM));
  const alpha = applyMatte(model, close);
  const surroundings = surroundingsOf(alpha, part, bounds, face);

  const cutFrames = framesIn(surroundings);
  const inFrames = boxIn(union(Object.values(cutFrames)), part, close);
  const edges = judgeEdges(segmentation, inClose, inFrames);
  const doubts: Doubt[] = [
    ...doubtsAbout(located),
    ...(plausible(alpha, inClose, surroundings) ? [] : ['no head and shoulders' as const]),
    ...edges.doubts,
    ...(seesBackground(colours, segmentation.person, inClose, inFrames) ? ['old background' as const] : []),
    ...((await hasOwnColour(close, inClose)) ? [] : ['unnatural colours' as const]),
  ];
  const sure = doubts.length === 0;

  const frames = sure ? cutFrames : framesIn(withinImage(surroundings, face));
  const kept = roundBox(union(Object.values(frames)), part);
  const image = await decodeUpright(uploadBytes, KEPT, kept);
  const shown = sure
    ? cutSubject(
        image,
        applyMatte(partOfModel(model, kept, part), image),
        planesOf(ownColours(colours, alpha, Math.round(inClose.eyeDistance)), kept, part),
      )
    : await keptSubject(image, cropPlane(segmentation.possible, kept, part), placeIn(face, kept, image));

  const exposure = exposureFor(overview);
  const headroom = surroundings.headTop - bounds.top;
  const inImage = placeIn(face, kept, image);
  const qualities = await photoQualities(
    image,
    { ...located, face: inImage },
    face.eyeDistance,
    headroom,
    exposure,
  );
  const move = (box: Box) => boxIn(box, kept, image);
  return {
    image: await encodeImage(shown.image),
    alpha: await encodeAlpha(shown.alpha),
    face: faceBox(inImage),
    frames: { tight: move(frames.tight), classic: move(frames.classic), wide: move(frames.wide) },
    exposure,
    doubts,
    worth: worthOf({ ...qualities, edges: sure ? edges.sureness : 0 }),
  };
}

function doubtsAbout({ certain, alone }: LocatedPerson): Doubt[] {
  if (!certain) return ['no face'];
  return alone ? [] : ['several people'];
}

function framesIn(around: Surroundings): Subject['frames'] {
  return Object.fromEntries(FRAMING_NAMES.map((crop) => [crop, frameFor(crop, around)])) as Subject['frames'];
}

function enlarged(located: LocatedPerson, scale: number): LocatedPerson {
  const { x, y, eyeDistance } = located.face;
  return { ...located, face: { x: x * scale, y: y * scale, eyeDistance: eyeDistance * scale } };
}

/** The part of the image that is cut: the person, with enough of the background around. */
function partAround(face: FacePlace, bounds: Box): Box {
  const d = face.eyeDistance;
  return roundBox({ left: face.x - 5.4 * d, top: face.y - 4 * d, width: 10.8 * d, height: 12.5 * d }, bounds);
}

function longSideFor(part: Box, face: FacePlace, eyeDistance: number): number {
  return Math.round((Math.max(part.width, part.height) / face.eyeDistance) * eyeDistance);
}

/** Whether a cut has the shape of head and shoulders. A cut without it is not used. */
function plausible(alpha: Plane, face: FacePlace, { headTop }: Surroundings): boolean {
  const area = summedArea(alpha);
  const d = face.eyeDistance;
  const covered = (left: number, top: number, right: number, bottom: number) =>
    meanIn(area, face.x + left * d, face.y + top * d, face.x + right * d, face.y + bottom * d, 1);
  return (
    Number.isFinite(headTop) &&
    covered(-0.7, -0.5, 0.7, 1.4) > 0.97 &&
    covered(-0.8, 2.6, 0.8, 3.4) > 0.6 &&
    covered(-4, -1.5, 4, 0.5) < 0.8
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

/** A box of the upload in pixels of an image of one of its parts. */
function boxIn(box: Box, part: Box, image: ColourImage): Box {
  const scale = image.width / part.width;
  return {
    left: (box.left - part.left) * scale,
    top: (box.top - part.top) * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}

function partOfModel(model: MatteModel, kept: Box, part: Box): MatteModel {
  return {
    slopes: planesOf(model.slopes, kept, part),
    base: cropPlane(model.base, kept, part),
    known: cropPlane(model.known, kept, part),
  };
}

function planesOf([a, b, c]: ColourPlanes, kept: Box, part: Box): ColourPlanes {
  return [cropPlane(a, kept, part), cropPlane(b, kept, part), cropPlane(c, kept, part)];
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
  return clamp(0.8 / Math.max(bright / 255, 0.1), 1, 3);
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
