import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { BUNDLES, HANDLERS, PROJECT } from './paths.ts';

/** Names the operations whose bundles import sharp: infra compares it with the contracts. */
const DRAWING_LIST = join(BUNDLES, 'drawing.json');
const NATIVE_PACKAGE = 'sharp';

/** Packages of CommonJS call `require`, which a module has only when it makes one. */
const REQUIRE_BANNER =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

export interface Bundled {
  /** The operations whose bundles import sharp. */
  drawing: string[];
}

/** Bundles every handler below functions/ with one call of esbuild. */
export async function bundleHandlers(): Promise<Bundled> {
  const operations = await handlerOperations();
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: operations.map((operation) => ({
      in: join(HANDLERS, `${operation}.ts`),
      out: `${operation}/index`,
    })),
    outdir: BUNDLES,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The AWS SDK's ES modules come out at two thirds of its CommonJS.
    mainFields: ['module', 'main'],
    external: [NATIVE_PACKAGE],
    banner: { js: REQUIRE_BANNER },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  await removeStaleBundles(operations);
  const drawing = drawingOperations(metafile);
  await mkdir(BUNDLES, { recursive: true });
  await writeFile(DRAWING_LIST, JSON.stringify(drawing));
  return { drawing };
}

/** A handler's operation is its path below functions/. */
async function handlerOperations(): Promise<string[]> {
  const files = await readdir(HANDLERS, { recursive: true });
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length).split(sep).join('/'))
    .sort();
}

function drawingOperations(metafile: Metafile): string[] {
  return Object.entries(metafile.outputs)
    .filter(([, output]) => output.imports.some((imported) => imported.path === NATIVE_PACKAGE))
    .map(([file]) =>
      dirname(relative(BUNDLES, join(PROJECT, file)))
        .split(sep)
        .join('/'),
    );
}

/** Bundles are overwritten in place, since a local cloud may be running from them; only strays go. */
async function removeStaleBundles(operations: readonly string[]): Promise<void> {
  const current = new Set(operations.map((operation) => join(BUNDLES, operation)));
  const files = await readdir(BUNDLES, { recursive: true }).catch(() => []);
  for (const file of files.filter((name) => name.endsWith('index.mjs'))) {
    const directory = dirname(join(BUNDLES, file));
    if (!current.has(directory)) await rm(directory, { recursive: true });
  }
}
