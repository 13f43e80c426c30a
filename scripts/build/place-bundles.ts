import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { BUNDLES, PROJECT } from './paths.ts';

/** Lambda looks for the handler in this file: index.handler. */
const ENTRY_FILE = 'index.mjs';

/** An output and all that it imports, at once or on occasion. */
export function reachable(metafile: Metafile, entry: string | undefined): Set<string> {
  const found = new Set<string>();
  const visit = (output: string) => {
    if (found.has(output)) return;
    found.add(output);
    for (const imported of metafile.outputs[output]?.imports ?? []) {
      if (!imported.external) visit(imported.path);
    }
  };
  if (entry) visit(entry);
  return found;
}

/**
 * Writes each operation's entry and chunks to a directory of its own, in place, since a local cloud may be
 * running from it: chunks are named by their content, so the entry is written when they all are there, and
 * what is no longer part of the bundle goes last. There are thousands of files: written one by one without
 * promises they take a tenth of the time.
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

  /** A build that was interrupted may have left half a chunk. */
  function isPlaced(output: string, file: string): boolean {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.size === contents.get(join(PROJECT, output))?.contents.length;
  }

  function place(output: string, directory: string, name: string): void {
    const code = contents.get(join(PROJECT, output));
    const map = contents.get(join(PROJECT, `${output}.map`));
    if (!code || !map) throw new Error(`esbuild did not make ${output}.`);
    writeFileSync(join(directory, `${basename(output)}.map`), relocated(map.text, directory));
    writeFileSync(join(directory, name), code.contents);
  }
}

/** The sources of a map are relative to esbuild's output directory; its copy lies deeper. */
function relocated(map: string, directory: string): string {
  const deeper = '../'.repeat(directory.slice(BUNDLES.length).split(/[/\\]/).length - 1);
  return map.replaceAll('"../../', `"${deeper}../../`);
}

/** Removes the bundles of handlers that are no more. */
function removeStrays(current: ReadonlySet<string>): void {
  const files = readdirSync(BUNDLES, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => basename(name) === ENTRY_FILE)) {
    const directory = dirname(join(BUNDLES, file));
    if (!current.has(directory)) rmSync(directory, { recursive: true });
  }
}
