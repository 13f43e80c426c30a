import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { BUNDLES, PROJECT } from './paths.ts';

/** The file of the handler, which Lambda knows as index.handler. */
const ENTRY_FILE = 'index.mjs';

/**
 * An output and all that it imports.
 * @param kinds `loaded`: what is loaded together with it; `all`: dynamic imports as well
 */
export function reachable(
  metafile: Metafile,
  entry: string | undefined,
  kinds: 'loaded' | 'all' = 'all',
): Set<string> {
  const found = new Set<string>();
  const visit = (output: string) => {
    if (found.has(output)) return;
    found.add(output);
    for (const { path, kind, external } of metafile.outputs[output]?.imports ?? []) {
      if (!external && (kinds === 'all' || kind !== 'dynamic-import')) visit(path);
    }
  };
  if (entry) visit(entry);
  return found;
}

/**
 * Writes each operation's entry and chunks to its directory. A local cloud may be running from the directory,
 * so the order matters: chunks first, whose names depend on their content, then the entry. Files that are no
 * longer part of the bundle are removed last. There are thousands of files: writing them synchronously takes a tenth
 * of the time that promises take.
 */
export function placeBundles(
  entries: ReadonlyMap<string, string>,
  metafile: Metafile,
  files: readonly OutputFile[],
): void {
  const contents = new Map(files.map((file) => [file.path, file]));
  for (const [operation, entry] of entries) {
    const directory = join(BUNDLES, operation);
    mkdirSync(directory, { recursive: true });
    const chunks = reachable(metafile, entry);
    chunks.delete(entry);
    const placed = new Set([ENTRY_FILE, `${basename(entry)}.map`]);
    for (const chunk of chunks) {
      const name = basename(chunk);
      for (const part of [name, `${name}.map`]) placed.add(part);
      if (!isPlaced(chunk, join(directory, name))) place(chunk, directory, name);
    }
    place(entry, directory, ENTRY_FILE);
    for (const file of readdirSync(directory)) {
      if (!placed.has(file)) rmSync(join(directory, file), { recursive: true });
    }
  }
  removeStrays(new Set([...entries.keys()].map((operation) => join(BUNDLES, operation))));

  /** Compares sizes as well, because an interrupted build may leave an incomplete chunk. */
  function isPlaced(output: string, file: string): boolean {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.size === contents.get(join(PROJECT, output))?.contents.length;
  }

  function place(output: string, directory: string, name: string): void {
    const code = contents.get(join(PROJECT, output));
    const map = contents.get(join(PROJECT, `${output}.map`));
    if (!code || !map) throw new Error(`esbuild did not create ${output}.`);
    writeFileSync(join(directory, `${basename(output)}.map`), relocated(map.text, directory));
    writeFileSync(join(directory, name), code.contents);
  }
}

/** Adapts a source map, whose paths are relative to esbuild's output directory, to its deeper directory. */
function relocated(map: string, directory: string): string {
  const deeper = '../'.repeat(directory.slice(BUNDLES.length).split(/[/\\]/).length - 1);
  return map.replaceAll('"../../', `"${deeper}../../`);
}

/** Removes the bundles of handlers that no longer exist. */
function removeStrays(current: ReadonlySet<string>): void {
  const files = readdirSync(BUNDLES, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => basename(name) === ENTRY_FILE)) {
    const directory = dirname(join(BUNDLES, file));
    if (!current.has(directory)) rmSync(directory, { recursive: true });
  }
}
