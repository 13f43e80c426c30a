import { describe, expect, it } from 'vitest';
import { minimumCut, NEIGHBOURS } from '../../../shared/providers/studio/max-flow.ts';

const WIDTH = 3;
const HEIGHT = 4;
const PIXELS = WIDTH * HEIGHT;

/** A grid of small whole numbers, so that sums are exact. */
function randomGrid(seed: number): { terminal: Float32Array; capacity: Float32Array } {
  let state = seed * 2654435761 + 1;
  const next = (range: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 16) % range;
  };
  const terminal = Float32Array.from({ length: PIXELS }, () => next(21) - 10);
  const capacity = new Float32Array(PIXELS * NEIGHBOURS.length);
  NEIGHBOURS.forEach(([dx, dy], arc) => {
    for (let pixel = 0; pixel < PIXELS; pixel++) {
      const x = (pixel % WIDTH) + dx;
      const y = Math.floor(pixel / WIDTH) + dy;
      const inside = x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
      capacity[pixel * NEIGHBOURS.length + arc] = inside ? next(6) : 0;
    }
  });
  return { terminal, capacity };
}

/** The cost of giving each pixel the side of its bit in `sides`. */
function costOf(sides: number, terminal: Float32Array, capacity: Float32Array): number {
  let cost = 0;
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const source = (sides >> pixel) & 1;
    const preference = terminal[pixel] ?? 0;
    cost += source ? Math.max(0, -preference) : Math.max(0, preference);
    if (!source) continue;
    NEIGHBOURS.forEach(([dx, dy], arc) => {
      const arcCapacity = capacity[pixel * NEIGHBOURS.length + arc] ?? 0;
      if (arcCapacity > 0 && !((sides >> (pixel + dy * WIDTH + dx)) & 1)) cost += arcCapacity;
    });
  }
  return cost;
}

describe('minimumCut', () => {
  it('the minimum cut costs as much as the cheapest of all possible cuts', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { terminal, capacity } = randomGrid(seed);
      const cut = minimumCut(WIDTH, HEIGHT, terminal.slice(), capacity.slice());
      const found = cut.reduce((bits, side, pixel) => bits | (side << pixel), 0);
      let least = Number.POSITIVE_INFINITY;
      for (let sides = 0; sides < 2 ** PIXELS; sides++) {
        least = Math.min(least, costOf(sides, terminal, capacity));
      }
      expect(costOf(found, terminal, capacity), `seed ${seed}`).toBe(least);
    }
  });
});
