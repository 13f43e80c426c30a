import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ASSUMPTIONS, billOf, linesOf, type Results, totalOf } from '../../../bench/cost/bill.ts';
import { costPage } from '../../../bench/cost/page.ts';

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
const results = JSON.parse(await read('bench/cost.json')) as Results;
const page = await read('docs/cost.md');
const lines = page.split('\n');
const digits = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

test('docs/cost.md is the page of bench/cost.json, and of the prices and assumptions in the code', () => {
  const hint = 'docs/cost.md is out of date: npm run bench:cost -- --page';
  expect(page === costPage(results), hint).toBe(true);
});

test('The page has every priced quantity, every total, every kind of call and every assumption', () => {
  const { making, keeping, calls, idle } = billOf(results);
  for (const usage of [making, keeping, idle]) {
    expect(page).toContain(`| **$${digits(totalOf(usage))}** |`);
    for (const { unit, quantity, usd, total } of linesOf(usage)) {
      const row = lines.find((line) => line.includes(`| ${unit} | ${digits(quantity)} | $${usd}`));
      expect(row, unit).toContain(` | $${digits(total)} | `);
    }
  }
  for (const { name, usage } of calls) {
    const row = lines.find((line) => line.startsWith(`| \`${name}\` | `));
    expect(row, name).toMatch(new RegExp(` ${totalOf(usage).toFixed(2)} \\|$`));
  }
  for (const value of Object.values(ASSUMPTIONS)) expect(page).toContain(` | ${value} |\n`);
});

test('The page says where its numbers come from, and prices tracing at the default rule and at 100 %', () => {
  for (const text of [results.measuredAt.slice(0, 10), results.machine, '**Prices are from memory**'])
    expect(page).toContain(text);
  expect(page).toContain('traces a second that is 14.5 %, $0.725 for a million traces');
  expect(page).toContain('Recorded at 100 %, a million traces cost $5.');
});
