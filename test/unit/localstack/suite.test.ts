import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BLACK_BOX, SKIPPED_TESTS } from '../../localstack/suite.ts';

const TESTS = join(import.meta.dirname, '../../integration');

test('the integration tests that the suite for emulators names exist, and so do those that it skips', () => {
  const texts = BLACK_BOX.map((name) => readFileSync(join(TESTS, `${name}.test.ts`), 'utf8')).join('\n');
  expect(Object.keys(SKIPPED_TESTS).filter((title) => !texts.includes(title))).toEqual([]);
});
