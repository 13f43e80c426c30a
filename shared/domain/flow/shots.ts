import { createHash } from 'node:crypto';
import {
  BACKDROP_NAMES,
  FRAMING_NAMES,
  OUTFIT_NAMES,
  type Style,
  type StyleChoice,
} from '../../contract/styles.ts';
import type { PlannedShot } from '../../providers/provider.ts';

/** Providers add the position of an image in its batch to the batch's seed, or take a seed of any size. */
const SEED_STEP = 16;
const SEEDS = 2 ** 31;

export interface ShotPlan {
  count: number;
  /** Shots in a row that share one style, since one prompt makes them. */
  perStyle: number;
  choice: StyleChoice;
  /** Runs with different keys have different seeds. */
  key: string;
}

/** The shots of a run, numbered from 0. Their styles differ as long as the choice has others left; their seeds always do. */
export function planShots({ count, perStyle, choice, key }: ShotPlan): PlannedShot[] {
  const first = firstSeed(key);
  return Array.from({ length: count }, (_, number) => ({
    number,
    style: styleOf(Math.floor(number / perStyle), choice),
    seed: (first + number * SEED_STEP) % SEEDS,
  }));
}

/** The same shots with other seeds: the images of the former ones were unusable. */
export function withOtherSeeds(shots: readonly PlannedShot[], key: string): PlannedShot[] {
  const first = firstSeed(key);
  return shots.map((shot) => ({ ...shot, seed: (first + shot.number * SEED_STEP) % SEEDS }));
}

/**
 * The style at a position. Neighbours have different backdrops. All combinations come before one is repeated:
 * positions of one backdrop count through the outfits, and each round of outfits shifts the framings by one.
 */
function styleOf(
  position: number,
  { backdrops = BACKDROP_NAMES, outfits = OUTFIT_NAMES }: StyleChoice,
): Style {
  const place = position % backdrops.length;
  const turn = Math.floor(position / backdrops.length);
  const round = Math.floor(turn / outfits.length);
  return {
    backdrop: pick(backdrops, place),
    outfit: pick(outfits, place + turn),
    framing: pick(FRAMING_NAMES, 2 * place + (turn % outfits.length) + round),
  };
}

/** The first seed: at least 0 and below 2³¹, which every provider accepts. */
function firstSeed(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE() % SEEDS;
}

function pick<T>(from: readonly T[], index: number): T {
  const found = from[index % from.length];
  if (found === undefined) throw new Error('A choice of styles is empty.');
  return found;
}
