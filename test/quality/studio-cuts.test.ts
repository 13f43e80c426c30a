import { describe, expect, test } from 'vitest';
import { prepareSubject } from '../../shared/providers/studio/prepare-subject.ts';
import { type ComposedPortrait, type Composition, composePortrait } from '../support/composed-portraits.ts';
import { cutErrors, isNearEdge, type PlacedSubject, placeSubject } from '../support/cut-errors.ts';

/** People of every drawn skin and hair, before backgrounds from which they can be told. */
const CLEAR: Composition[] = [
  { seed: 4, background: 'dark' },
  { seed: 5, photo: 1, background: 'green' },
  { seed: 12, background: 'green', light: 0.5 },
  { seed: 1, background: 'stripes' },
  { seed: 4, background: 'confetti' },
];

/** Photos in which an edge cannot be told: the same colours behind, someone close behind, loose strands of hair. */
const HARD: Composition[] = [
  { seed: 3, background: 'white' },
  { seed: 4, background: 'white' },
  { seed: 1, background: 'own colours' },
  { seed: 4, background: 'own colours' },
  { seed: 12, background: 'own colours', light: 0.5 },
  { seed: 5, photo: 1, background: 'bystander' },
  { seed: 2, background: 'bystander' },
  { seed: 7, background: 'white', strands: true },
  { seed: 7, background: 'dark', strands: true },
  { seed: 12, background: 'dark', light: 0.5 },
];

const named = ({ seed, background, light, strands }: Composition) =>
  `person ${seed} before ${background}${light ? ' in dim light' : ''}${strands ? ' with loose hair' : ''}`;

describe('a cut', () => {
  test.each(CLEAR.map((each) => [named(each), each] as const))(
    'the cut of %s follows the true outline, with the whole crown',
    async (_, composition) => {
      const portrait = await composePortrait(composition);
      const subject = await prepareSubject(portrait.upload);
      expect(subject.doubts).toEqual([]);
      const errors = await cutErrors(subject, portrait);
      expect(errors.edge).toBeLessThan(0.06);
      expect(errors.area).toBeLessThan(0.15);
      expect(Math.abs(errors.crown)).toBeLessThan(0.04);
    },
  );

  test('the edge of a cut has the colours of the person and none of the old background', async () => {
    const portrait = await composePortrait({ seed: 4, background: 'green' });
    const subject = await prepareSubject(portrait.upload);
    expect(subject.doubts).toEqual([]);
    expect(greenAtEdge(await placeSubject(subject, portrait), portrait)).toBeLessThan(4);
  });

  test.each(HARD.map((each) => [named(each), each] as const))(
    'the cut of %s is in doubt, and its own background is kept',
    async (_, composition) => {
      const subject = await prepareSubject((await composePortrait(composition)).upload);
      expect(subject.doubts).not.toEqual([]);
    },
  );
});

/** The mean excess of green, 0 to 255, of the visible pixels along the true outline, before black. */
function greenAtEdge(placed: PlacedSubject, { truth }: ComposedPortrait): number {
  let excess = 0;
  let count = 0;
  for (let y = 0; y < truth.height; y++) {
    for (let x = 0; x < truth.width; x++) {
      const alpha = placed.alphaAt(x, y) ?? 0;
      const [red, green, blue] = placed.colourAt(x, y) ?? [0, 0, 0];
      if (alpha < 0.05 || !isNearEdge(truth, x, y, 3)) continue;
      excess += alpha * Math.max(0, green - Math.max(red, blue));
      count++;
    }
  }
  return excess / count;
}

describe('a kept background', () => {
  test('a kept background of confetti, where a blur would begin as a ring, is left as photographed', async () => {
    const portrait = await composePortrait({ seed: 2, background: 'confetti' });
    const subject = await prepareSubject(portrait.upload);
    expect(subject.doubts).not.toEqual([]);
    const placed = await placeSubject(subject, portrait);
    const { person, background } = detailKept(portrait, placed);
    expect(person).toBeGreaterThan(0.9);
    expect(background).toBeGreaterThan(0.9);
  });

  test('a kept background takes no colour from the person, so that no ring shows around the head', async () => {
    const portrait = await composePortrait({ seed: 2, background: 'green' });
    const subject = await prepareSubject(portrait.upload);
    expect(subject.doubts).not.toEqual([]);
    const placed = await placeSubject(subject, portrait);
    const { truth } = portrait;
    const reach = Math.round(0.12 * placed.eyeDistance);
    let farthest = 0;
    for (let y = reach; y < truth.height - reach; y += 2) {
      for (let x = reach; x < truth.width - reach; x += 2) {
        if ((truth.data[y * truth.width + x] ?? 0) > 0 || isNearEdge(truth, x, y, reach)) continue;
        const colour = placed.colourAt(x, y);
        if (!colour) continue;
        farthest = Math.max(farthest, ...[40, 190, 70].map((value, k) => Math.abs(value - (colour[k] ?? 0))));
      }
    }
    expect(farthest).toBeLessThan(6);
  });
});

/** The share of the contrast between neighbouring pixels that is left, in the person and well away from it. */
function detailKept(
  { scene, truth }: ComposedPortrait,
  placed: PlacedSubject,
): { person: number; background: number } {
  const away = Math.round(1.2 * placed.eyeDistance);
  const kept = { person: 0, background: 0 };
  const original = { person: 0, background: 0 };
  for (let y = 1; y < truth.height - 1; y += 2) {
    for (let x = 1; x < truth.width - 1; x += 2) {
      const here = placed.colourAt(x, y);
      const next = placed.colourAt(x + 1, y);
      const at = y * truth.width + x;
      const part = (truth.data[at] ?? 0) > 0.5 ? 'person' : 'background';
      if (!here || !next || isNearEdge(truth, x, y, part === 'person' ? 4 : away)) continue;
      kept[part] += Math.abs(here[1] - next[1]);
      original[part] += Math.abs((scene[3 * at + 1] ?? 0) - (scene[3 * at + 4] ?? 0));
    }
  }
  return {
    person: kept.person / original.person,
    background: kept.background / original.background,
  };
}
