import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { BUNDLES } from './paths.ts';

/** The file of the handler, which Lambda knows as index.handler. */
export const ENTRY_FILE = 'index.mjs';
/** Modules and their source maps. */
const CODE = /\.mjs(\.map)?$/;

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
 * Writes bundles to their directory. A local cloud may be running from the directory, so the order matters: chunks
 * first, whose names depend on their content, then the entries. Code that is no longer part of the bundles is removed
 * last. There are thousands of files: writing them synchronously takes a tenth of the time that promises take.
 */
export function placeFiles(directory: string, outputFiles: readonly OutputFile[]): void {
  for (const place of new Set(outputFiles.map(({ path }) => dirname(path))))
    mkdirSync(place, { recursive: true });
  const { entries = [], chunks = [] } = Object.groupBy(outputFiles, ({ path }) =>
    basename(path) === ENTRY_FILE ? 'entries' : 'chunks',
  );
  for (const file of chunks) if (!isPlacedChunk(file)) writeFileSync(file.path, file.contents);
  for (const file of entries) writeFileSync(file.path, file.contents);
  const placed = new Set(outputFiles.map(({ path }) => path));
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const file = join(directory, name);
    if (CODE.test(name) && !placed.has(file)) rmSync(file);
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
