import { expect, test } from 'vitest';
import { colourPlanes } from '../../../shared/providers/studio/matte.ts';
import { createPlane, map } from '../../../shared/providers/studio/raster.ts';
import { seesBackground } from '../../../shared/providers/studio/seen-background.ts';

const SIDE = 300;
const face = { x: 150, y: 150, eyeDistance: 50 };
const whole = { left: 0, top: 0, width: SIDE, height: SIDE };
const HAIR = [60, 45, 40];
const WALL = [40, 170, 90];
const SHADE = [26, 110, 58];
const DARK_WALL = [64, 50, 42];

/** A dark square before a wall, taken for the person by all views; `colourAt` gives the colour of a place. */
function sees(colourAt: (x: number, y: number, isPerson: boolean) => readonly number[]): boolean {
  const isPerson = (x: number, y: number) => x >= 60 && x < 240 && y >= 60;
  const at = (i: number) => [i % SIDE, Math.floor(i / SIDE)] as const;
  const person = map(createPlane(SIDE, SIDE), (_, i) => (isPerson(...at(i)) ? 1 : 0));
  const data = new Uint8Array(3 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) data.set(colourAt(...at(i), isPerson(...at(i))), 3 * i);
  return seesBackground(colourPlanes({ width: SIDE, height: SIDE, data }), person, face, whole);
}

test('a person of other colours than the wall shows none of it', () => {
  expect(sees((_x, _y, isPerson) => (isPerson ? HAIR : WALL))).toBe(false);
});

test.each([
  ['as bright as beside it', WALL],
  ['in the shade of the hair', SHADE],
])('the wall that is seen through gaps in the hair, %s, is found', (_, gap) => {
  const inGap = (x: number, y: number) => x > 222 && y > 120 && y < 180;
  expect(sees((x, y, isPerson) => (isPerson && !inGap(x, y) ? HAIR : isPerson ? gap : WALL))).toBe(true);
});

test('an edge is not sure where the wall behind has the colour of the hair', () => {
  expect(sees((_x, y, isPerson) => (isPerson ? HAIR : y > 150 && y < 200 ? DARK_WALL : WALL))).toBe(true);
});
