import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baseUrl, freshTenant, submittedModel, waitForStatus } from '../support/tenant.ts';

const PACKAGE = join(import.meta.dirname, '../../client-python');

let environment: string;

function run(program: string, words: readonly string[], variables: Record<string, string> = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: PACKAGE,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });
  if (error) throw error;
  return { status, said: stdout + (status === 0 ? '' : stderr) };
}

const python = (words: readonly string[], variables?: Record<string, string>) =>
  run(join(environment, 'bin/python'), words, variables);

/** Installs the package from the checkout into a new environment, as its README says, with what its tests need. */
beforeAll(async () => {
  environment = await mkdtemp(join(tmpdir(), 'headshots-python-'));
  expect(run('python3', ['-m', 'venv', environment])).toMatchObject({ status: 0 });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `${PACKAGE}[test]`];
  expect(python(pip)).toMatchObject({ status: 0 });
});
afterAll(() => rm(environment, { recursive: true }));

describe('the Python client', () => {
  test('the package passes its own tests, and a strict check of its types and its style', () => {
    expect(python(['-m', 'pytest', '-q', '-p', 'no:cacheprovider'])).toMatchObject({ status: 0 });
    expect(python(['-m', 'mypy', '--cache-dir', join(environment, 'mypy')])).toMatchObject({ status: 0 });
    expect(python(['-m', 'ruff', 'check', '--no-cache'])).toMatchObject({ status: 0 });
  });

  test('the client invites, reads an error and iterates over photos, synchronously and asynchronously', async () => {
    const tenant = await freshTenant();
    const { modelId } = await submittedModel(tenant, { isDevelopment: true });
    await waitForStatus(tenant, modelId, 'active');
    const { status, said } = python(['-m', 'tests.live', modelId], {
      HEADSHOTS_URL: baseUrl,
      HEADSHOTS_API_KEY: tenant.apiKey,
    });
    expect(status, said).toBe(0);
    const result = JSON.parse(said) as Record<string, unknown> & { photos: string[]; inviteId: string };
    expect(result.error).toEqual(['ALREADY_EXISTS', 400]);
    expect(result.foundId).toBe(result.inviteId);
    expect(new Set(result.photos).size).toBe(40);
    expect(result.awaited).toEqual(result.photos);
  });
});
