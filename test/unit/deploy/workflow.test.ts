import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../../scripts/build/paths.ts';

const workflow = readFileSync(join(PROJECT, '.github/workflows/deploy.yml'), 'utf8');

test('a deployment uses actions by their commits, and no stored key', () => {
  const uses = [...workflow.matchAll(/uses: (\S+)(.*)/g)];
  expect(uses.length).toBeGreaterThan(4);
  for (const [, action, comment] of uses) {
    expect(action).toMatch(/@[0-9a-f]{40}$/);
    expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
  }
  expect(workflow).not.toMatch(/secrets\.|aws-access-key-id/);
});
