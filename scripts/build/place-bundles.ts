import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { BUNDLES } from './paths.ts';

/** The file of the handler, which Lambda knows as index.handler. */
export const ENTRY_FILE = 'index.mjs';

/** The bundle of one handler. */
export interface HandlerBundle {
  operation: string;
  /** The output of the metafile that is the handler's own module. It imports the others. */
  entry: string;
  metafile: Metafile;
  outputFiles: OutputFile[];
}

/**
 * An output and all that it imports.
 * @param kinds `loaded`: what is loaded together with it; `all`: dynamic imports as well
 */
export function reachable(metafile: Metafile, entry: string, kinds: 'loaded' | 'all' = 'all'): Set<string> {
  const found = new Set<string>();
  const visit = (output: string) => {
    if (found.has(output)) return;
    found.add(output);
    for (const { path, kind, external } of metafile.outputs[output]?.imports ?? []) {
      if (!external && (kinds === 'all' || kind !== 'dynamic-import')) visit(path);
    }
  };
  visit(entry);
  return found;
}

/**
 * Writes the bundle of a handler to its directory. A local cloud may be running from the directory, so the order
 * matters: chunks first, whose names depend on their content, then the entry. Files that are no longer part of the
 * bundle are removed last. There are thousands of files: writing them synchronously takes a tenth of the time that
 * promises take.
 */
export function placeBundle({ operation, outputFiles }: HandlerBundle): void {
  const directory = join(BUNDLES, operation);
  mkdirSync(directory, { recursive: true });
  const { entry = [], chunks = [] } = Object.groupBy(outputFiles, ({ path }) =>
    basename(path) === ENTRY_FILE ? 'entry' : 'chunks',
  );
  for (const file of chunks) if (!isPlacedChunk(file)) writeFileSync(file.path, file.contents);
  for (const file of entry) writeFileSync(file.path, file.contents);
  const placed = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(directory)) {
    if (!placed.has(name)) rmSync(join(directory, name), { recursive: true });
  }
}

/** Compares sizes as well as names, because an interrupted build may leave an incomplete chunk. */
function isPlacedChunk({ path, contents }: OutputFile): boolean {
  return path.endsWith('.mjs') && statSync(path, { throwIfNoEntry: false })?.size === contents.length;
}

/** Removes the bundles of handlers that no longer exist. */
export function removeStrays(operations: readonly string[]): void {
  const current = new Set(operations.map((operation) => join(BUNDLES, operation)));
  const files = readdirSync(BUNDLES, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => basename(name) === ENTRY_FILE)) {
    const directory = dirname(join(BUNDLES, file));
    if (!current.has(directory)) rmSync(directory, { recursive: true });
  }
}
