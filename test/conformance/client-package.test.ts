import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

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
    const errors = await check(`${CLIENT}
      await client.models.list({ status: 'ready' });
      await client.whitelabel.createModel({});
      await client.models.get();`);
    for (const error of ['"ready"', "'email'", 'Expected 1-2 arguments']) expect(errors).toContain(error);
  });
});
