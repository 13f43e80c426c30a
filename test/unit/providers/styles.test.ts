import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { TRIGGERS } from '../../../shared/contract/schemas.ts';
import {
  BACKDROP_NAMES,
  BACKDROPS,
  CATALOGUE_VERSION,
  FRAMING_NAMES,
  FRAMINGS,
  OUTFIT_NAMES,
  OUTFITS,
  type StyleChoice,
} from '../../../shared/contract/styles.ts';
import { planShots, withOtherSeeds } from '../../../shared/domain/flow/shots.ts';
import { promptFor } from '../../../shared/providers/hosted/prompt.ts';

/** SHA-256 of each version of the catalogue. */
const DIGESTS: Readonly<Record<number, string>> = {
  1: 'f572b884dc30c18315ee6592b82a4265fdd2040921be522ef9ddd1eaf2c06049',
};

const TOKEN = 'TOK_1';

function shotsOf(choice: StyleChoice = {}, perStyle = 1) {
  return planShots({ count: 40, perStyle, choice, key: 'mdl_1-1' });
}

const stylesOf = (shots: ReturnType<typeof shotsOf>) => shots.map(({ style }) => JSON.stringify(style));

describe('the style catalogue', () => {
  test('a change of the catalogue is a new version', () => {
    const content = JSON.stringify([BACKDROPS, OUTFITS, FRAMINGS]);
    expect(createHash('sha256').update(content).digest('hex')).toBe(DIGESTS[CATALOGUE_VERSION]);
  });

  test.each(TRIGGERS)(
    'every combination gives a prompt of its own for %s, which names the token once',
    (trigger) => {
      const prompts = BACKDROP_NAMES.flatMap((backdrop) =>
        OUTFIT_NAMES.flatMap((outfit) =>
          FRAMING_NAMES.map((framing) => promptFor({ style: { backdrop, outfit, framing } }, trigger, TOKEN)),
        ),
      );
      expect(new Set(prompts).size).toBe(BACKDROP_NAMES.length * OUTFIT_NAMES.length * FRAMING_NAMES.length);
      for (const prompt of prompts) {
        expect(prompt.split(TOKEN)).toHaveLength(2);
        expect(prompt).not.toMatch(/undefined|, ,|\s\s/);
        expect(prompt.length).toBeLessThan(500);
      }
    },
  );

  test('a prompt begins with the token and the class of the subject, and has the outfit of the trigger', () => {
    const style = { backdrop: 'office', outfit: 'navy-suit', framing: 'tight' } as const;
    expect(promptFor({ style }, 'male', 'TOK_1 man')).toMatch(/^TOK_1 man, .* wearing .*tie/);
    expect(promptFor({ style }, 'female', 'TOK_1 woman')).toMatch(/^TOK_1 woman, .* wearing .*blouse/);
    expect(promptFor({ style }, 'person', 'TOK_1 person')).toMatch(/^TOK_1 person, .* wearing /);
  });
});

describe('planShots', () => {
  test.each(TRIGGERS)(
    'no two of the 40 shots are alike for %s, and neighbours have different backdrops',
    (trigger) => {
      const shots = shotsOf();
      expect(new Set(shots.map((shot) => promptFor(shot, trigger, TOKEN))).size).toBe(40);
      expect(new Set(shots.map(({ seed }) => seed)).size).toBe(40);
      expect(shots.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, number) => number));
      for (const [position, { style }] of shots.entries()) {
        expect(style.backdrop).not.toBe(shots[position + 1]?.style.backdrop);
      }
    },
  );

  test('the 40 shots use all backdrops, outfits and framings about equally often', () => {
    const styles = shotsOf().map(({ style }) => style);
    for (const [part, names] of [
      ['backdrop', BACKDROP_NAMES],
      ['outfit', OUTFIT_NAMES],
      ['framing', FRAMING_NAMES],
    ] as const) {
      const counts = names.map((name) => styles.filter((style) => style[part] === name).length);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(Math.floor(40 / names.length) - 1);
    }
  });

  test('the shots of one prompt share a style, and no other four have it', () => {
    const styles = stylesOf(shotsOf({}, 4));
    const batches = Array.from({ length: 10 }, (_, batch) => styles.slice(batch * 4, batch * 4 + 4));
    for (const batch of batches) expect(new Set(batch).size).toBe(1);
    expect(new Set(styles).size).toBe(10);
  });

  test('a narrowed catalogue is all that is used, and every combination comes before one is repeated', () => {
    for (const backdrops of [
      undefined,
      ['office'],
      ['slate', 'sage'],
      ['office', 'garden', 'sage'],
    ] as const) {
      for (const outfits of [undefined, ['knitwear'], ['navy-suit', 'roll-neck']] as const) {
        const shots = shotsOf({ backdrops: backdrops && [...backdrops], outfits: outfits && [...outfits] });
        const possible = (backdrops ?? BACKDROP_NAMES).length * (outfits ?? OUTFIT_NAMES).length * 3;
        expect(new Set(stylesOf(shots)).size).toBe(Math.min(40, possible));
        for (const { style } of shots) {
          expect(backdrops ?? BACKDROP_NAMES).toContain(style.backdrop);
          expect(outfits ?? OUTFIT_NAMES).toContain(style.outfit);
        }
      }
    }
  });

  test('seeds are those of the run, fit 31 bits, and differ when shots are made again', () => {
    const shots = shotsOf();
    expect(shotsOf()).toEqual(shots);
    const again = withOtherSeeds(shots, 'mdl_1-1-generation-3-2');
    expect(again.map(({ style, number }) => [style, number])).toEqual(
      shots.map(({ style, number }) => [style, number]),
    );
    const seeds = [...shots, ...again].map(({ seed }) => seed);
    expect(new Set(seeds).size).toBe(80);
    for (const seed of seeds) expect(seed).toSatisfy((each: number) => each >= 0 && each < 2 ** 31);
  });
});
