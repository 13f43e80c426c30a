import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { HeadshotsClient } from '../../../client/src/index.ts';
import { PROJECT } from '../../../scripts/build/paths.ts';
import { OPENAPI_FILE } from '../../../scripts/openapi.ts';
import { ApiDocument, type Entry } from '../../../web/docs/api-document.ts';
import { IdCache } from '../../../web/docs/id-cache.ts';
import { type Draft, urlOf } from '../../../web/docs/request.ts';
import { callOf, curlOf } from '../../../web/docs/snippets.ts';

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

describe('callOf', () => {
  const apiDocument = new ApiDocument(JSON.parse(readFileSync(join(PROJECT, OPENAPI_FILE), 'utf8')));
  /** The values that a form of the page shows at first, and each field of the query. */
  const draftOf = ({ parameters, operation }: Entry): Draft => {
    const values = (place: string) =>
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, example, schema }) => [
          name,
          String(example ?? schema.examples?.[0] ?? schema.default ?? ''),
        ]);
    const body = operation.requestBody?.content['application/json'].example;
    return {
      path: Object.fromEntries(values('path')),
      query: body === undefined ? Object.fromEntries(values('query')) : {},
      body: body === undefined ? undefined : JSON.stringify(body),
    };
  };
  /** The request that the TypeScript client sends for a snippet. */
  const sentBy = async (code: string) => {
    const sent: { method: string; url: string; body: unknown }[] = [];
    const client = new HeadshotsClient({
      baseUrl: location.origin,
      fetch: async (url, init) => {
        const { method = 'GET', body } = init ?? {};
        sent.push({
          method,
          url: String(url),
          body: typeof body === 'string' ? JSON.parse(body) : undefined,
        });
        return Response.json({ success: true });
      },
    });
    await runInNewContext(`(async () => { ${code} })()`, { client, console: { log: () => undefined } });
    return sent;
  };

  test('the TypeScript code of each operation sends what its form sends', async () => {
    for (const one of apiDocument.entries) {
      const draft = draftOf(one);
      const body = draft.body === undefined ? undefined : JSON.parse(draft.body);
      expect(await sentBy(callOf('typescript', one, draft))).toEqual([
        { method: one.method, url: urlOf(one, draft), body },
      ]);
    }
  });

  test('Python code names methods and fields as Python does, and breaks long lists', () => {
    const invite = apiDocument.find('POST', '/api/v2/organization/invites');
    const body = JSON.stringify({
      email: 'a@b.example',
      teamId: null,
      sendsMail: true,
      more: { deep: ['x'.repeat(56)] },
    });
    expect(invite && callOf('python', invite, { path: {}, query: {}, body })).toBe(`print(client.invites.send(
    email="a@b.example",
    team_id=None,
    sends_mail=True,
    more={
        "deep": ["${'x'.repeat(56)}"],
    },
))`);
    const list = apiDocument.find('GET', '/api/v2/organization/models');
    const query = { limit: '10', status: '' };
    expect(list && callOf('python', list, { path: {}, query, body: undefined })).toBe(
      'print(client.models.list(limit=10))',
    );
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
