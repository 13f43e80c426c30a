import { cropPlane, roundBox } from './boxes.ts';
import type { ColourPlanes } from './matte.ts';
import type { FacePlace } from './person-shape.ts';
import { type Box, boxBlur, map, type Plane, product } from './raster.ts';

/** Lengths in eye distances: of the strips along the edge, and of the surroundings that have the mean colour of a side. */
const STRIP = 0.1;
const SURROUNDINGS = 0.6;
/** The depth, in eye distances, from which on a cut surely shows the person. */
const DEPTH = 0.35;
/** The difference of the strips, of channels from 0 to 1, below which nothing tells where the person ends. */
const ALIKE = 0.12;
/** The longest such edge within a square of one eye distance, and the largest area of old background, in eye distances. */
const LONGEST_ALIKE = 0.5;
const LARGEST_SEEN = 0.25;

type Colour = readonly [number, number, number];
/** The mean colour of the pixels that count around a pixel; undefined where there are none. */
type MeanAt = (pixel: number) => Colour | undefined;

/**
 * Whether a cut may show the old background within `shown`, though all views agree about the person: through gaps in
 * the hair, or along an edge with one colour on both sides, where the matte follows something else.
 */
export function seesBackground(colours: ColourPlanes, person: Plane, face: FacePlace, shown: Box): boolean {
  const d = face.eyeDistance;
  const radius = (lengths: number) => Math.max(1, Math.round(lengths * d));
  const inside = map(person, (p) => (p > 0.5 ? 1 : 0));
  const surely = map(person, (p) => (p > 0.9 ? 1 : 0));
  const behind = map(person, (p) => (p < 0.1 ? 1 : 0));
  const deep = map(boxBlur(inside, radius(DEPTH)), (share) => (share > 0.999 ? 1 : 0));

  const near = meansOf(colours, surely, radius(STRIP));
  const beyond = meansOf(colours, behind, radius(STRIP));
  const alike = map(inside, (here, i) => {
    if (here === inside.data[i + 1] && here === inside.data[i + inside.width]) return 0;
    const [one, other] = [near(i), beyond(i)];
    return one && other && difference(one, other) < ALIKE ? 1 : 0;
  });

  const own = meansOf(colours, deep, radius(SURROUNDINGS));
  const old = meansOf(colours, behind, radius(SURROUNDINGS));
  const seen = map(inside, (here, i) => {
    if (here === 0 || deep.data[i] === 1) return 0;
    const [one, other] = [own(i), old(i)];
    return one && other && isRather(colourAt(colours, i), other, one) ? 1 : 0;
  });
  const whole = { left: 0, top: 0, width: person.width, height: person.height };
  const inShown = (plane: Plane) => cropPlane(plane, roundBox(shown, whole), whole).data;
  const longest = d * inShown(boxBlur(alike, radius(0.5))).reduce((a, b) => Math.max(a, b), 0);
  const area = inShown(seen).reduce((sum, value) => sum + value, 0) / d ** 2;
  return longest > LONGEST_ALIKE || area > LARGEST_SEEN;
}

function meansOf(colours: ColourPlanes, counts: Plane, radius: number): MeanAt {
  const shares = boxBlur(counts, radius);
  const [red, green, blue] = colours.map((colour) => boxBlur(product(colour, counts), radius));
  return (i) => {
    const share = shares.data[i]!;
    return share < 0.01
      ? undefined
      : [red!.data[i]! / share, green!.data[i]! / share, blue!.data[i]! / share];
  };
}

/** Whether a colour is clearly that of the background and not the person's; in shadow, the background keeps its hue. */
function isRather(colour: Colour, background: Colour, person: Colour): boolean {
  if (Math.hypot(...colour) < 0.3) return false;
  const isNearer = (measure: (a: Colour, b: Colour) => number, limit: number) => {
    const apart = measure(colour, background);
    return apart < limit && measure(colour, person) > Math.max(2 * apart, 0.28);
  };
  return isNearer(difference, 0.16) || isNearer((a, b) => difference(hueOf(a), hueOf(b)), 0.18);
}

function difference(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function hueOf(colour: Colour): Colour {
  const length = Math.hypot(...colour) + 1e-3;
  return [colour[0] / length, colour[1] / length, colour[2] / length];
}

function colourAt([red, green, blue]: ColourPlanes, i: number): Colour {
  return [red.data[i]!, green.data[i]!, blue.data[i]!];
}
