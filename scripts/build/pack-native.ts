import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packedFor } from '../../infra/constructs/bundles.ts';
import { VISION_FILES } from '../../shared/vision/files.ts';
import { Stamp } from './freshness.ts';
import { type Lock, lockOf } from './native-lock.ts';
import { BUILD, BUNDLES, PACKED, PROJECT } from './paths.ts';

/** For each platform, npm's flags and the prefix of sharp's binary packages. */
const SYSTEMS = {
  /** AWS Lambda on arm64 runs Amazon Linux 2023, which uses glibc. */
  lambda: { flags: ['--os=linux', '--cpu=arm64', '--libc=glibc'], binaries: 'sharp-linux-arm64' },
  /** An emulator runs the functions on this machine, whose platform npm detects. */
  laptop: { flags: [], binaries: `sharp-${process.platform}` },
};
type System = keyof typeof SYSTEMS;

/**
 * Copies the bundles of the functions that draw images and adds sharp for the stage's platform to each, and the files
 * of vision, which are the same for every platform. npm verifies the integrity that the project's lockfile has of every
 * package. Needs the package registry or npm's cache when sharp's version has changed.
 * @throws when npm cannot install sharp, or the content of a package differs from the lockfile.
 */
export async function packNative(stage: string, drawingOperations: readonly string[]): Promise<void> {
  const system = packedFor(stage);
  const installed = join(BUILD, 'native', system);
  const lock = lockOf(await readFile(join(PROJECT, 'package-lock.json'), 'utf8'), 'sharp');
  await installNative(system, installed, lock);
  for (const operation of drawingOperations) {
    const directory = join(PACKED, system, operation);
    await cp(join(BUNDLES, operation), directory, { recursive: true });
    await cp(join(installed, 'node_modules'), join(directory, 'node_modules'), { recursive: true });
    for (const file of VISION_FILES) {
      await cp(join(PROJECT, 'node_modules', file), join(directory, 'node_modules', file));
    }
  }
}

async function installNative(system: System, directory: string, lock: Lock): Promise<void> {
  const { flags, binaries } = SYSTEMS[system];
  const stamp = new Stamp(`native.${system}`);
  if (await stamp.matches(JSON.stringify(lock))) return;
  await stamp.remove();
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), JSON.stringify(lock.manifest));
  await writeFile(join(directory, 'package-lock.json'), JSON.stringify(lock.lockfile));
  const { status } = spawnSync('npm', ['ci', ...flags, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const images = join(directory, 'node_modules/@img');
  const packages = status === 0 && existsSync(images) ? await readdir(images) : [];
  if (!packages.some((name) => name.startsWith(binaries))) {
    throw new Error(
      `npm could not install sharp's package @img/${binaries}: check the connection to the package registry. ` +
        'If npm reported EINTEGRITY, the content differs from package-lock.json: do not deploy it.',
    );
  }
  await stamp.write(JSON.stringify(lock));
}
