import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD, PROJECT } from './paths.ts';

/** The directories from which bundles and templates are built. */
const SOURCES = ['functions', 'infra', 'shared', 'web', 'scripts/build'];
/** The versions of packages, and the feature flags of the CDK. */
const FILES = ['package-lock.json', 'cdk.json'];

/** A hash over the names and contents of all sources. */
export async function fingerprint(): Promise<string> {
  const files = [...FILES];
  for (const source of SOURCES) {
    const entries = await readdir(join(PROJECT, source), { recursive: true, withFileTypes: true });
    for (const entry of entries) if (entry.isFile()) files.push(join(source, relativePath(source, entry)));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const content = readFileSync(join(PROJECT, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function relativePath(source: string, entry: { parentPath: string; name: string }): string {
  return join(entry.parentPath.slice(join(PROJECT, source).length), entry.name);
}

/** A file that records the sources of a build. */
export class Stamp {
  readonly #file: string;

  constructor(name: string) {
    this.#file = join(BUILD, `${name}.stamp`);
  }

  async matches(content: string): Promise<boolean> {
    return existsSync(this.#file) && (await readFile(this.#file, 'utf8')) === content;
  }

  async write(content: string): Promise<void> {
    await mkdir(BUILD, { recursive: true });
    await writeFile(this.#file, content);
  }

  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}
