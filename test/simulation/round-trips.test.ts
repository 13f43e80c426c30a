import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { RoundTrips } from '../../bench/round-trips/measure.ts';
import { cellsOf } from '../../bench/round-trips/page.ts';

const PROJECT = join(import.meta.dirname, '../..');
const BENCH = join(PROJECT, 'bench');

test('every endpoint makes the calls that bench/round-trips.md says: run npm run bench:round-trips and review the change', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(BENCH, 'round-trips.ts'), '--print', '10'],
    { cwd: PROJECT, maxBuffer: 10_000_000 },
  );
  const measured = Object.entries(JSON.parse(stdout) as RoundTrips);
  // The columns of 10 items are the first ones.
  const rows = readFileSync(join(BENCH, 'round-trips.md'), 'utf8').match(/^\| \w+\/[^|]+(\|[^|]+){2}/gm);
  expect(measured.map(([operation, each]) => `| ${operation} | ${cellsOf(each)} `).sort()).toEqual(
    rows?.sort(),
  );
}, 180_000);
