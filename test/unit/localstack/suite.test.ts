import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BLACK_BOX, LOCAL_ONLY } from '../../localstack/suite.ts';

const TESTS = join(import.meta.dirname, '../../integration');

test('each integration test that the suite for emulators names, or leaves out with a reason, exists', () => {
  const named = [...BLACK_BOX, ...Object.keys(LOCAL_ONLY)];
  expect(named.filter((name) => !existsSync(join(TESTS, `${name}.test.ts`)))).toEqual([]);
});
