import { type Face, findFaces } from '../../vision/find-faces.ts';
import { readExpression } from '../../vision/read-expression.ts';
import type { FacePlace } from './person-shape.ts';
import type { ColourImage } from './raster.ts';

/** The person that an upload is taken for, in pixels of the image. */
export interface LocatedPerson {
  readonly face: FacePlace;
  /** False when no face was found, and the place is a guess. */
  readonly certain: boolean;
  /** False when another face is large enough to be the member's. Passers-by far behind do not count. */
  readonly alone: boolean;
  /** 1 for a frontal, upright face, towards 0 for one that is turned away or lies down. */
  readonly frontality: number;
  /** The likelihood, from 0 to 1, that the face is at rest or smiles, and does not scowl, weep or speak. */
  readonly calm: number;
}

/** The distance of the eyes as a share of the width of the face's box, of a frontal face. */
const FRONTAL_EYES = 0.39;
/** A face turned aside shows its eyes closer together, but the head is as large. */
const LEAST_EYES = 0.36;
/** The width of a second person's face as a share of the first one's. */
const SECOND_PERSON = 0.4;

/** Locates the largest face. */
export async function locatePerson(image: ColourImage): Promise<LocatedPerson> {
  const [main, ...rest] = await findFaces(image);
  if (!main) return { face: guess(image), certain: false, alone: false, frontality: 0, calm: 1 };
  const alone = rest.every(({ box }) => box.width < SECOND_PERSON * main.box.width);
  const expression = await readExpression(image, main.eyes);
  const calm = (expression.get('neutral') ?? 0) + (expression.get('happy') ?? 0);
  return { face: placeOf(main), certain: true, alone, frontality: frontalityOf(main), calm };
}

function placeOf({ box, eyes }: Face): FacePlace {
  return {
    x: (eyes.left.x + eyes.right.x) / 2,
    y: (eyes.left.y + eyes.right.y) / 2,
    eyeDistance: Math.max(eyeDistanceOf(eyes), LEAST_EYES * box.width),
  };
}

function frontalityOf({ box, eyes }: Face): number {
  const turned = Math.min(1, eyeDistanceOf(eyes) / box.width / FRONTAL_EYES);
  const tilted = Math.abs(eyes.right.y - eyes.left.y) / Math.max(1, eyeDistanceOf(eyes));
  return Math.max(0, turned - Math.max(0, tilted - 0.1));
}

function eyeDistanceOf({ left, right }: Face['eyes']): number {
  return Math.hypot(right.x - left.x, right.y - left.y);
}

function guess({ width, height }: ColourImage): FacePlace {
  return { x: width / 2, y: height * 0.4, eyeDistance: Math.min(width, height) * 0.12 };
}
