import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../../scripts/build/paths.ts';
import { isUnique, partsOf, readSlips } from '../../mutants/slip.ts';

it('finds the code of every slip of test/mutants once in its file, and its tests', async () => {
  const slips = await readSlips();
  const stale = slips.filter(
    (slip) =>
      !isUnique(slip, readFileSync(join(PROJECT, slip.file), 'utf8')) ||
      ('tests' in slip && slip.tests.some((test) => !existsSync(join(PROJECT, partsOf(test).file)))),
  );
  expect(stale.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  expect(new Set(slips.map(({ name }) => name)).size).toBe(slips.length);
});

it('has a slip for every rule of the world', async () => {
  const broken = (await readSlips()).flatMap((slip) => ('breaks' in slip ? [slip.breaks] : []));
  const invariants = readFileSync(join(PROJECT, 'test/world/invariants.ts'), 'utf8');
  const rules = [...invariants.matchAll(/#broken\('([^']+)'/g)].map(([, rule]) => rule);
  expect(rules.length).toBeGreaterThan(0);
  expect(new Set(broken)).toEqual(new Set(rules));
});
