import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { bundleFiles } from '../../scripts/build/bundles.ts';
import { BUILD } from '../../scripts/build/paths.ts';

const OUTPUT = join(BUILD, 'bench');

/** Bundles the floor on its own, so that it contains what it uses and nothing else. @returns its file */
export function bundleFloor(): Promise<string> {
  return bundleAlone('floor', join(import.meta.dirname, 'floor.ts'));
}

/** Bundles the floor of a first request. @returns its file */
export function bundleFloorRequest(): Promise<string> {
  return bundleAlone('floor-request', join(import.meta.dirname, 'floor-request.ts'));
}

async function bundleAlone(name: string, source: string): Promise<string> {
  const directory = join(OUTPUT, name);
  const { outputFiles } = await bundleFiles([{ in: source, out: 'index' }], directory);
  await mkdir(directory, { recursive: true });
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(join(directory, basename(path)), contents);
  }
  return join(directory, 'index.mjs');
}
