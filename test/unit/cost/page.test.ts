import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { totalOf } from '../../../bench/cost/bill.ts';
import { MIX } from '../../../bench/cost/calls.ts';
import { costChart } from '../../../bench/cost/chart.ts';
import { CALLS, callNames, mixQuantities, modelQuantities } from '../../../bench/cost/findings.ts';
import { quantity, usd } from '../../../bench/cost/format.ts';
import { costPage } from '../../../bench/cost/page.ts';
import type { CostResults } from '../../../bench/cost/results.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFile(join(PROJECT, file), 'utf8');
const results = JSON.parse(await read('bench/cost.json')) as CostResults;

test('docs/cost.md and its image are what the measured results give', async () => {
  const hint = 'docs/cost.md is out of date: npm run bench:cost -- --page';
  expect((await read('docs/cost.md')) === costPage(results), hint).toBe(true);
  expect((await read('docs/images/cost.svg')) === costChart(results), hint).toBe(true);
});

test('a provider with a price makes each model that much dearer', () => {
  const priced = { ...results, inputs: { ...results.inputs, providerPricePerModel: 1.25 } };
  const before = totalOf(
    modelQuantities({ ...results, inputs: { ...results.inputs, providerPricePerModel: 0 } }),
  );
  expect(totalOf(modelQuantities(priced))).toBeCloseTo(before + 1250, 6);
});

test('the mix is of a hundred calls, and costs what its calls cost by their shares', () => {
  const shares = callNames().map((name) => MIX[name].share);
  expect(shares.reduce<number>((sum, share) => sum + share, 0)).toBe(100);
  expect(mixQuantities(results).httpApi).toBeCloseTo(CALLS, 3);
});

test.each([
  [0, '$0.00'],
  [1234.567, '$1,234.57'],
  [0.104, '$0.10'],
  [0.0456, '$0.046'],
  [0.000123, '$0.00012'],
])('%d USD is shown as %s', (amount, text) => {
  expect(usd(amount)).toBe(text);
});

test.each([
  [1234.5, '1,235'],
  [12.345, '12.35'],
  [0.0123, '0.012'],
  [7, '7'],
])('a quantity of %d is shown as %s', (number, text) => {
  expect(quantity(number)).toBe(text);
});
