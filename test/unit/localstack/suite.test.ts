import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BLACK_BOX } from '../../localstack/suite.ts';

const TESTS = join(import.meta.dirname, '../../integration');

test('each integration test that the suite for emulators names exists', () => {
  expect(BLACK_BOX.filter((name) => !existsSync(join(TESTS, `${name}.test.ts`)))).toEqual([]);
});
