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

test('production is deployed after staging, each in an environment of its own, and with the commits to roll back to', () => {
  const [staging = '', production = ''] = workflow
    .slice(workflow.indexOf('\n  staging:'))
    .split('\n  production:');
  for (const [job, stage] of [
    [staging, 'staging'],
    [production, 'production'],
  ]) {
    expect(job).toContain(`environment: ${stage}`);
    expect(job).toContain(`npm run deploy -- --stage ${stage}\n`);
    expect(job).toContain('fetch-depth: 0');
  }
  expect(production).toContain('needs: staging');
});
