import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generatedClient } from '../../../scripts/client.ts';
import { callsOf } from '../../../scripts/generate/calls.ts';
import type { OpenApiDocument } from '../../../shared/contract/openapi/types.ts';

const PROJECT = join(import.meta.dirname, '../../..');

test('the generated files of the client are up to date with docs/openapi.json', async () => {
  for (const [file, text] of Object.entries(await generatedClient())) {
    const kept = await readFile(join(PROJECT, file), 'utf8');
    expect(kept === text, `${file} is out of date: npm run client`).toBe(true);
  }
});

test('the client has one method for each operation, named after it', async () => {
  const document = JSON.parse(await readFile(join(PROJECT, 'docs/openapi.json'), 'utf8')) as OpenApiDocument;
  const calls = callsOf(document);
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item));
  expect(calls).toHaveLength(operations.length);
  const name = (path: string, method: string) => {
    const call = calls.find((one) => one.path === path && one.httpMethod === method);
    return [call?.area, call?.resource, call?.method].join('.');
  };
  expect(name('/api/v2/organization', 'GET')).toBe('v2.organization.get');
  expect(name('/api/v2/organization/models', 'GET')).toBe('v2.models.list');
  expect(name('/api/v2/organization/models/{modelId}/photos/favorite', 'GET')).toBe('v2.photos.getFavorite');
  expect(name('/api/v2/organization/whitelabel/model/create', 'POST')).toBe('v2.whitelabel.createModel');
});

describe('the published package of the client', () => {
  let consumer: string;
  const tsc = (...words: string[]) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(PROJECT, 'node_modules/typescript/bin/tsc'), ...words],
      {
        cwd: consumer,
        encoding: 'utf8',
      },
    );
    return { status, said: stdout };
  };

  const npm = (...words: string[]) => {
    const { status, stderr } = spawnSync('npm', words, { cwd: consumer, encoding: 'utf8', shell: true });
    expect(status, stderr).toBe(0);
  };

  /** Builds and installs the package from the checkout as its README says, for a program that uses it. */
  beforeAll(async () => {
    consumer = await mkdtemp(join(tmpdir(), 'headshots-client-'));
    await writeFile(join(consumer, 'package.json'), '{"type":"module"}');
    npm('pack', join(PROJECT, 'client'));
    npm('install', '--offline', '--no-audit', './headshots-client-0.1.0.tgz');
  });
  afterAll(() => rm(consumer, { recursive: true }));

  async function check(program: string): Promise<string> {
    await writeFile(join(consumer, 'program.ts'), program);
    const { said } = tsc('--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2024,dom', 'program.ts');
    return said;
  }

  test('the package runs without dependencies', async () => {
    const program = "import * as client from 'headshots-client'; console.log(Object.keys(client).join());";
    await writeFile(join(consumer, 'program.js'), program);
    const { stdout } = spawnSync(process.execPath, ['program.js'], { cwd: consumer, encoding: 'utf8' });
    expect(stdout).toBe('ConnectionError,HeadshotsClient,HeadshotsError,InvalidWebhook,verifyWebhook\n');
  });

  const CLIENT = `
    import { HeadshotsClient, HeadshotsError, type ModelStatus } from 'headshots-client';
    const client = new HeadshotsClient({ baseUrl: 'https://headshots.test', apiKey: 'key' });`;

  test('the package has the types of requests and answers', async () => {
    expect(
      await check(`${CLIENT}
        for await (const model of client.models.iterate({ status: 'active' })) {
          const status: ModelStatus = model.status;
          const finished: string | null = model.finishedAt;
          console.log(status, finished);
        }
        const { photo } = await client.photos.getFavorite('mdl_1', { include: 'all' });
        if (photo) console.log(photo.urls.original?.length);
        try {
          await client.whitelabel.createModel({ email: 'a@b.example' }, { idempotencyKey: '1' });
        } catch (error) {
          if (error instanceof HeadshotsError && error.code === 'FORBIDDEN') console.log(error.requestId);
        }`),
    ).toBe('');
  });

  test('the types of the package reject requests that the service would reject', async () => {
    expect(await check(`${CLIENT} await client.models.list({ status: 'ready' });`)).toContain('"ready"');
    expect(await check(`${CLIENT} await client.whitelabel.createModel({});`)).toContain("'email'");
    expect(await check(`${CLIENT} await client.models.get();`)).toContain('Expected 1-2 arguments');
  });
});
