import type { FacePlace } from './person-shape.ts';
import { type Box, boxBlur, clamp, type Plane, smoothstep } from './raster.ts';
import type { Segmentation } from './segment-person.ts';

/** The regions of the cut's edge, from top to bottom, each judged on its own. */
const REGIONS = ['crown', 'sides', 'shoulders'] as const;
type Region = (typeof REGIONS)[number];

/** The most that the edge of a region may measure. Lengths are in eye distances. */
interface Measures {
  /** The mean width of the strip that is neither surely the person nor surely background. */
  readonly strip: number;
  /** The mean width of the strip in which the views disagree. */
  readonly doubt: number;
  /** The largest share of a square of `PATCH` that is unsure: hair that was missed, or background taken for hair. */
  readonly patch: number;
}

/**
 * Set by the cuts of ninety portraits, of many skins, kinds of hair and lights, each compared by eye. A fault at the
 * body is noticed less than one at the head.
 */
const LIMITS: Record<Region, Measures> = {
  crown: { strip: 0.045, doubt: 0.03, patch: 0.19 },
  sides: { strip: 0.05, doubt: 0.035, patch: 0.28 },
  shoulders: { strip: 0.07, doubt: 0.034, patch: 0.45 },
};
const PATCH = 0.6;
/** The area, in squared eye distances, that may lie beside the head without touching it: an earring, not a hand. */
const LARGEST_ASIDE = 0.15;

/** The end of each region, in eye distances below the eyes. */
const REGION_ENDS: Record<Region, number> = { crown: -0.7, sides: 1.8, shoulders: 6 };

export interface EdgeReport {
  /** The regions whose edges are not sure, and `beside the head` for parts that may not belong to the person. */
  readonly doubts: readonly (Region | 'beside the head')[];
  /** 1 for the surest edges, 0.5 at the limits, down to 0. */
  readonly sureness: number;
}

/**
 * Judges the edges of a cut within `shown`, the part that headshots show, in pixels of the segmentation. An edge is
 * sure when the views of it agree and its unsure strip is narrow everywhere.
 */
export function judgeEdges(segmentation: Segmentation, face: FacePlace, shown: Box): EdgeReport {
  const measured = measureEdges(segmentation, face, shown);
  const excess = (region: Region) =>
    Math.max(
      measured[region].strip / LIMITS[region].strip,
      measured[region].doubt / LIMITS[region].doubt,
      measured[region].patch / LIMITS[region].patch,
    );
  const unsure = REGIONS.filter((region) => excess(region) > 1);
  const aside = areaAside(segmentation.person, face) > LARGEST_ASIDE;
  return {
    doubts: aside ? [...unsure, 'beside the head'] : unsure,
    sureness: aside ? 0 : 1 - smoothstep(0, 2, Math.max(...REGIONS.map(excess))),
  };
}

function measureEdges(
  { person, doubt }: Segmentation,
  face: FacePlace,
  shown: Box,
): Record<Region, Measures> {
  const { width, height } = person;
  const d = face.eyeDistance;
  const unsure = { ...person, data: person.data.map((p) => (p > 0.1 && p < 0.9 ? 1 : 0)) };
  const patches = boxBlur(unsure, Math.round((PATCH * d) / 2));
  const left = clamp(Math.round(shown.left), 0, width - 1);
  const right = clamp(Math.round(shown.left + shown.width), 0, width - 1);
  const top = clamp(Math.round(shown.top), 0, height - 1);
  const bottom = clamp(Math.round(shown.top + shown.height), 0, height - 1);

  const measure = (region: Region): Measures => {
    const above = REGIONS[REGIONS.indexOf(region) - 1];
    const from = above ? Math.max(top, Math.round(face.y + REGION_ENDS[above] * d)) : top;
    const to = Math.min(bottom, Math.round(face.y + REGION_ENDS[region] * d));
    let outline = 0;
    let strip = 0;
    let apart = 0;
    let patch = 0;
    for (let y = from; y < to; y++) {
      for (let x = left, i = y * width + left; x < right; x++, i++) {
        const inside = person.data[i]! > 0.5;
        if (inside !== person.data[i + 1]! > 0.5 || inside !== person.data[i + width]! > 0.5) outline++;
        strip += unsure.data[i]!;
        apart += doubt.data[i]!;
        patch = Math.max(patch, patches.data[i]!);
      }
    }
    // A region that shows hardly any outline is judged as if it had one eye distance of it.
    const length = Math.max(outline, d);
    return { strip: strip / length / d, doubt: apart / length / d, patch };
  };
  return { crown: measure('crown'), sides: measure('sides'), shoulders: measure('shoulders') };
}

/**
 * The area, in squared eye distances, that counts as the person but has background between it and the head: a raised
 * hand, or a bystander who was taken for a part of the person.
 */
function areaAside({ width, height, data }: Plane, { x, y, eyeDistance: d }: FacePlace): number {
  const centre = clamp(Math.round(x), 0, width - 1);
  const from = Math.max(0, Math.round(y - 3 * d));
  const to = Math.min(height - 1, Math.round(y + 1.3 * d));
  let area = 0;
  for (let row = from; row < to; row++) {
    for (const step of [-1, 1]) {
      let gap = 0;
      for (let column = centre; column >= 0 && column < width; column += step) {
        const inside = data[row * width + column]! > 0.5;
        if (inside && gap > 0.12 * d) area++;
        else gap = inside ? 0 : gap + 1;
      }
    }
  }
  return area / (d * d);
}
