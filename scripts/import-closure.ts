import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { PROJECT } from './build/paths.ts';

/**
 * `npm run closure -- FILES`: the project's own files that the import of a file loads, with their lines. Imports of types
 * load nothing, and are left out; so are packages, and dynamic imports, which load only what a call needs.
 */

export interface ImportClosure {
  /** The largest first. */
  files: { path: string; lines: number; importedBy: string }[];
  lines: number;
}

/** @param entry a path below the project */
export async function importClosure(entry: string): Promise<ImportClosure> {
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
  });
  const importers = new Map([[entry, '']]);
  for (const [path] of importers) {
    for (const imported of metafile.inputs[path]?.imports ?? []) {
      const isLoaded = imported.kind === 'import-statement' && !imported.external;
      if (isLoaded && !importers.has(imported.path)) importers.set(imported.path, path);
    }
  }
  const files = await Promise.all(
    [...importers].map(async ([path, importedBy]) => ({ path, lines: await linesOf(path), importedBy })),
  );
  return {
    files: files.sort((one, other) => other.lines - one.lines),
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
  };
}

async function linesOf(path: string): Promise<number> {
  return (await readFile(join(PROJECT, path), 'utf8')).split('\n').length - 1;
}

export function describeClosure(entry: string, { files, lines }: ImportClosure): string {
  const each = files.map((file) => `${String(file.lines).padStart(6)}  ${file.path}  < ${file.importedBy}`);
  return [`${entry}: ${files.length} files, ${lines} lines`, ...each].join('\n');
}

if (import.meta.main) {
  for (const entry of process.argv.slice(2)) console.log(describeClosure(entry, await importClosure(entry)));
  await stop();
}
