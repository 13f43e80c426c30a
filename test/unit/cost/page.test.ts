import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Results } from '../../../bench/cost/bill.ts';
import { costPage } from '../../../bench/cost/page.ts';

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
const results = JSON.parse(await read('bench/cost.json')) as Results;
const page = await read('docs/cost.md');

test('docs/cost.md is the page of bench/cost.json, and of the prices and assumptions in the code', () => {
  const hint = 'docs/cost.md is out of date: npm run bench:cost -- --page';
  expect(page === costPage(results), hint).toBe(true);
});
