import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { RoundTrips } from '../../bench/round-trips/measure.ts';
import { pageOf, type Results } from '../../bench/round-trips/page.ts';

const PROJECT = join(import.meta.dirname, '../..');
const BENCH = join(PROJECT, 'bench');

const committed = JSON.parse(readFileSync(join(BENCH, 'round-trips.json'), 'utf8')) as Results;

test('every endpoint makes the calls that bench/round-trips.md says: run npm run bench:round-trips and review the change', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(BENCH, 'round-trips.ts'), '--print', '10'],
    { cwd: PROJECT, maxBuffer: 10_000_000 },
  );
  const measured = JSON.parse(stdout) as RoundTrips;
  for (const [operation, roundTrips] of Object.entries(measured)) {
    expect({ [operation]: roundTrips }).toEqual({ [operation]: committed[10]?.[operation] });
  }
  expect(Object.keys(measured)).toEqual(Object.keys(committed[10] ?? {}));
}, 180_000);

test('bench/round-trips.md shows the results of round-trips.json', () => {
  expect(readFileSync(join(BENCH, 'round-trips.md'), 'utf8')).toBe(pageOf(committed));
});
