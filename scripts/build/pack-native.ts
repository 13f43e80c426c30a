import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { Stamp } from './freshness.ts';
import { BUILD, BUNDLES, PACKED, PROJECT } from './paths.ts';

const NATIVE = join(BUILD, 'native');
/** AWS Lambda on arm64 runs Amazon Linux 2023, a glibc system. */
const LAMBDA_PLATFORM = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
const LAMBDA_BINARIES = '@img/sharp-linux-arm64';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

/**
 * Copies the bundles of the functions that draw and puts sharp for AWS Lambda beside each, at the versions
 * of the project's lockfile. Needs the package registry, or npm's cache, when sharp has changed.
 * @throws when npm cannot install it.
 */
export async function packNative(drawingOperations: readonly string[]): Promise<void> {
  await installNative(await lockedVersions());
  for (const operation of drawingOperations) {
    const directory = join(PACKED, operation);
    await cp(join(BUNDLES, operation), directory, { recursive: true });
    await cp(join(NATIVE, 'node_modules'), join(directory, 'node_modules'), { recursive: true });
  }
}

async function lockedVersions(): Promise<Record<string, string>> {
  const { packages } = lockfile.parse(JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8')));
  const locked = (name: string) => packages[`node_modules/${name}`];
  // Its binaries are optional dependencies at exact versions: npm adds those of the platform asked for.
  const names = ['sharp', ...Object.keys(locked('sharp')?.dependencies ?? {})];
  return Object.fromEntries(
    names.map((name) => {
      const version = locked(name)?.version;
      if (!version) throw new Error(`package-lock.json has no version of ${name}.`);
      return [name, version];
    }),
  );
}

async function installNative(dependencies: Record<string, string>): Promise<void> {
  const manifest = JSON.stringify({ private: true, dependencies });
  const stamp = new Stamp('native');
  if (await stamp.matches(manifest)) return;
  await stamp.remove();
  await rm(NATIVE, { recursive: true, force: true });
  await mkdir(NATIVE, { recursive: true });
  await writeFile(join(NATIVE, 'package.json'), manifest);
  const { status } = spawnSync(
    'npm',
    ['install', ...LAMBDA_PLATFORM, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'],
    { cwd: NATIVE, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  if (status !== 0 || !existsSync(join(NATIVE, 'node_modules', LAMBDA_BINARIES))) {
    throw new Error(
      'npm could not install sharp for AWS Lambda (linux-arm64): is the package registry in reach?',
    );
  }
  await stamp.write(manifest);
}
