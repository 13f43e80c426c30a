import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLED, SAMPLED_ON_CLOUD } from '../../../vitest.config.ts';

const PROJECT = join(import.meta.dirname, '../../..');

test('every file of which npm test runs a sample is run whole by npm run test:long', () => {
  const sampling = globSync('{local-cloud/,}test/**/*.test.ts', { cwd: PROJECT }).filter((file) =>
    /^import .*\/sample\.ts';$/m.test(readFileSync(join(PROJECT, file), 'utf8')),
  );
  expect(sampling.sort()).toEqual([...SAMPLED, ...SAMPLED_ON_CLOUD].sort());
});
