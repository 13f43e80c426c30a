import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { packedFor } from '../../infra/constructs/bundles.ts';
import { Stamp } from './freshness.ts';
import { BUILD, BUNDLES, PACKED, PROJECT } from './paths.ts';

/** For each platform, npm's flags and the prefix of sharp's binary packages. */
const SYSTEMS = {
  /** AWS Lambda on arm64 runs Amazon Linux 2023, which uses glibc. */
  lambda: { flags: ['--os=linux', '--cpu=arm64', '--libc=glibc'], binaries: 'sharp-linux-arm64' },
  /** An emulator runs the functions on this machine, whose platform npm detects. */
  laptop: { flags: [], binaries: `sharp-${process.platform}` },
};
type System = keyof typeof SYSTEMS;

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

/**
 * Copies the bundles of the functions that draw images and adds sharp for the stage's platform to each, at
 * the versions in the project's lockfile. Needs the package registry or npm's cache when sharp's version has
 * changed.
 * @throws when npm cannot install sharp.
 */
export async function packNative(stage: string, drawingOperations: readonly string[]): Promise<void> {
  const system = packedFor(stage);
  const installed = join(BUILD, 'native', system);
  await installNative(system, installed, await lockedVersions());
  for (const operation of drawingOperations) {
    const directory = join(PACKED, system, operation);
    await cp(join(BUNDLES, operation), directory, { recursive: true });
    await cp(join(installed, 'node_modules'), join(directory, 'node_modules'), { recursive: true });
  }
}

async function lockedVersions(): Promise<Record<string, string>> {
  const { packages } = lockfile.parse(JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8')));
  const locked = (name: string) => packages[`node_modules/${name}`];
  // The binaries are optional dependencies at exact versions. npm adds those of the requested platform.
  const names = ['sharp', ...Object.keys(locked('sharp')?.dependencies ?? {})];
  return Object.fromEntries(
    names.map((name) => {
      const version = locked(name)?.version;
      if (!version) throw new Error(`package-lock.json has no version of ${name}: run npm install.`);
      return [name, version];
    }),
  );
}

async function installNative(
  system: System,
  directory: string,
  dependencies: Record<string, string>,
): Promise<void> {
  const { flags, binaries } = SYSTEMS[system];
  const manifest = JSON.stringify({ private: true, dependencies });
  const stamp = new Stamp(`native.${system}`);
  if (await stamp.matches(manifest)) return;
  await stamp.remove();
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), manifest);
  const { status } = spawnSync(
    'npm',
    ['install', ...flags, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'],
    { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  const images = join(directory, 'node_modules/@img');
  const packages = status === 0 && existsSync(images) ? await readdir(images) : [];
  if (!packages.some((name) => name.startsWith(binaries))) {
    throw new Error(
      `npm could not install sharp's package @img/${binaries}: check the connection to the package registry.`,
    );
  }
  await stamp.write(manifest);
}
