import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VISION_FILES } from '../../../shared/vision/files.ts';

test('every file that vision reads while it runs is in the installed packages, at the path that is packed', () => {
  const missing = VISION_FILES.filter((file) => !existsSync(join('node_modules', file)));
  expect(missing).toEqual([]);
});
