import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { RoundTrips } from '../../bench/round-trips/measure.ts';
import { cellOf } from '../../bench/round-trips/target.ts';
import known from '../../bench/round-trips.json' with { type: 'json' };

const PROJECT = join(import.meta.dirname, '../..');

test('every endpoint makes the calls that bench/round-trips.json says: run npm run bench:round-trips and review the change', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(PROJECT, 'bench/round-trips.ts'), '--print', '10'],
    { cwd: PROJECT, maxBuffer: 10_000_000 },
  );
  const measured = Object.entries(JSON.parse(stdout) as RoundTrips);
  const expected = Object.entries(known).map(([operation, row]) => [operation, row[10]]);
  expect(Object.fromEntries(measured.map(([operation, each]) => [operation, cellOf(each)]))).toEqual(
    Object.fromEntries(expected),
  );
});
