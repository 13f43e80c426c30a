import { spawnSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import type { Entry } from '../../../web/docs/api-document.ts';
import { IdCache } from '../../../web/docs/id-cache.ts';
import { curlOf } from '../../../web/docs/request.ts';

vi.stubGlobal('location', { origin: 'https://headshots.test' });

function entry(method: string, path: string, scheme?: string): Entry {
  return { method, path, scheme } as Entry;
}

/** The arguments that a shell passes to curl, without running curl. */
function curlArguments(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; API_KEY=key; ${command}`;
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

describe('curlOf', () => {
  test('the curl command survives the quoting of a shell', () => {
    const body = `{"name": "It's $HOME; \`rm\` \\"x\\""}`;
    const command = curlOf(entry('PUT', '/api/v2/organization/teams/{teamId}', 'apiKey'), {
      path: { teamId: "a'b/../c" },
      query: {},
      body,
    });
    expect(curlArguments(command)).toEqual([
      '-X',
      'PUT',
      "https://headshots.test/api/v2/organization/teams/a'b%2F..%2Fc",
      '-H',
      'Authorization: Bearer key',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify(JSON.parse(body)),
    ]);
  });

  test('the curl command omits empty parameters, and the key where none is needed', () => {
    const draft = { path: {}, query: { limit: '', email: 'a+b@c.example' }, body: undefined };
    expect(curlArguments(curlOf(entry('GET', '/health'), draft))).toEqual([
      'https://headshots.test/health?email=a%2Bb%40c.example',
    ]);
  });
});

test('the id cache learns ids from answers, by the names of the parameters that take them', () => {
  const cache = new IdCache();
  cache.learn({
    success: true,
    models: [
      { id: 'mdl_1', teamId: null, email: 'a@b.example' },
      { id: 'mdl_2', teamId: 'team_2', email: 'c@d.example' },
    ],
  });
  expect([cache.get('modelId'), cache.get('email'), cache.get('teamId')]).toEqual([
    'mdl_1',
    'a@b.example',
    undefined,
  ]);
  cache.learn({ success: true, modelId: 'mdl_3', status: 'onboarding' });
  cache.learn({ success: true, team: { id: 'team_4', name: 'Marketing' } });
  cache.learn({ success: true, photos: [] });
  expect([cache.get('modelId'), cache.get('teamId'), cache.get('photoId')]).toEqual([
    'mdl_3',
    'team_4',
    undefined,
  ]);
});
