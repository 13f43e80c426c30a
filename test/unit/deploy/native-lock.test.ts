import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockOf } from '../../../scripts/build/native-lock.ts';

const run = promisify(execFile);
const PROJECT_LOCK = readFileSync('package-lock.json', 'utf8');

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'native-lock-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('the lock for the functions that draw has sharp for Lambda, and the integrity of every package', () => {
  const { manifest, lockfile } = lockOf(PROJECT_LOCK, 'sharp');
  const { '': root, ...packages } = (lockfile as { packages: Record<string, { integrity?: string }> })
    .packages;
  expect(root).toBe(manifest);
  expect(Object.keys(packages)).toEqual(
    expect.arrayContaining([
      'node_modules/sharp',
      'node_modules/detect-libc',
      'node_modules/@img/sharp-linux-arm64',
      'node_modules/@img/sharp-libvips-linux-arm64',
    ]),
  );
  for (const { integrity } of Object.values(packages)) expect(integrity).toMatch(/^sha512-/);
});

test('a package without an integrity is refused', () => {
  const lock = JSON.parse(PROJECT_LOCK) as { packages: Record<string, { integrity?: string }> };
  delete lock.packages['node_modules/@img/sharp-linux-arm64']?.integrity;
  expect(() => lockOf(JSON.stringify(lock), 'sharp')).toThrow(/no integrity of .*sharp-linux-arm64/);
});

test('npm installs a package by this lock, and refuses one whose content has changed', async () => {
  const source = join(directory, 'package');
  await mkdir(source);
  await writeFile(join(source, 'package.json'), JSON.stringify({ name: 'drawing', version: '1.0.0' }));
  await run('tar', ['-czf', join(directory, 'drawing.tgz'), '-C', directory, 'package']);
  const archive = readFileSync(join(directory, 'drawing.tgz'));
  const server = createServer((_, response) => void response.end(archive)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  const install = async (name: string, content: Uint8Array) => {
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    const resolved = `http://127.0.0.1:${port}/drawing-${name}.tgz`;
    const packages = { 'node_modules/drawing': { version: '1.0.0', resolved, integrity } };
    const lock = lockOf(JSON.stringify({ lockfileVersion: 3, packages }), 'drawing');
    const place = join(directory, name);
    await mkdir(place);
    await writeFile(join(place, 'package.json'), JSON.stringify(lock.manifest));
    await writeFile(join(place, 'package-lock.json'), JSON.stringify(lock.lockfile));
    const flags = [
      // Within `npm run --silent`, npm would not say why it refuses.
      '--loglevel=error',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--cache',
      join(directory, `cache-${name}`),
    ];
    await run('npm', ['ci', ...flags, '--replace-registry-host=never', '--fetch-retries=0'], {
      cwd: place,
      env: { ...process.env, no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' },
    });
    return existsSync(join(place, 'node_modules/drawing/package.json'));
  };
  try {
    expect(await install('same', archive)).toBe(true);
    const message = await install('changed', Buffer.from('other')).catch((error: Error) => error.message);
    expect(message).toMatch(/EINTEGRITY/);
  } finally {
    server.close();
  }
}, 60_000);
