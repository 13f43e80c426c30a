import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin, stop } from 'esbuild';
import { type Contracts, contractFacts, readContracts } from './contract-facts.ts';
import { inlinePages } from './inline-pages.ts';
import { inlineScripts } from './inline-scripts.ts';
import { BUILD, BUNDLES, HANDLERS, LOCAL_BUNDLES, PROJECT } from './paths.ts';
import { ENTRY_FILE, type HandlerBundle, placeFiles, reachable, removeStrays } from './place-bundles.ts';

/** Lists the operations whose bundles import sharp. The CDK app compares the list with the contracts. */
const DRAWING_LIST = 'drawing.json';
const NATIVE_PACKAGE = 'sharp';

/** CommonJS packages call `require`, which an ES module has to create. */
const REQUIRE_BANNER =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

/**
 * Drops imports of Node's modules that nothing uses. Tree shaking keeps them otherwise, for their side effects: an
 * import of node:http loads undici, which takes half as long as everything else of an API handler.
 */
const unusedBuiltins: Plugin = {
  name: 'unused-builtins',
  setup({ onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

export interface Bundled {
  /** The operations whose bundles import sharp. */
  drawing: string[];
}

/** Bundles every handler below functions/ into a directory of its own below .build/functions, as it is deployed. */
export async function bundleHandlers(): Promise<Bundled> {
  const operations = await handlerOperations();
  const drawing: string[] = [];
  await mkdir(BUNDLES, { recursive: true });
  await bundle(operations, (made) => {
    placeFiles(join(BUNDLES, made.operation), made.outputFiles);
    if (importsNative(made)) drawing.push(made.operation);
  });
  removeStrays(operations);
  return writeDrawingList(BUNDLES, drawing);
}

/**
 * Bundles every handler for the local cloud, together, with a sixth of the work. A handler loads a dozen chunks, which costs
 * a function on AWS a fifth of its start, and the local cloud a few milliseconds.
 */
export async function bundleLocally(): Promise<Bundled> {
  const operations = await handlerOperations();
  const { metafile, outputFiles } = await bundleFiles(
    operations.map((operation) => ({ in: join(HANDLERS, `${operation}.ts`), out: `${operation}/index` })),
    LOCAL_BUNDLES,
  );
  await mkdir(LOCAL_BUNDLES, { recursive: true });
  placeFiles(LOCAL_BUNDLES, outputFiles);
  const entryOf = (operation: string) => outputName(join(LOCAL_BUNDLES, operation, ENTRY_FILE));
  const drawing = operations.filter((operation) => importsNative({ metafile, entry: entryOf(operation) }));
  return writeDrawingList(LOCAL_BUNDLES, drawing);
}

async function writeDrawingList(directory: string, operations: readonly string[]): Promise<Bundled> {
  const drawing = operations.toSorted();
  await writeFile(join(directory, DRAWING_LIST), JSON.stringify(drawing));
  return { drawing };
}

/** The name that a metafile has for an output. */
function outputName(file: string): string {
  return relative(PROJECT, file).split(sep).join('/');
}

/**
 * Bundles handlers, and hands over the bundle of each. It is done in two passes. The first one bundles all handlers
 * together: every source is parsed once, and code that some of them share becomes a chunk. A handler would load a dozen
 * of these chunks, with what the others use of them, and each file has its price. The second pass bundles each handler
 * again from the chunks that it reaches. Bundles from the sources would be the same, for three times the work.
 * @returns the metafile of the first pass, whose outputs are the inputs of the bundles.
 */
export async function bundle(
  operations: readonly string[],
  take: (made: HandlerBundle) => void,
): Promise<Metafile> {
  await mkdir(BUILD, { recursive: true });
  const chunks = await mkdtemp(join(BUILD, 'chunks-'));
  try {
    const { metafile } = await build({
      ...OPTIONS,
      entryPoints: (await handlerOperations()).map((operation) => ({
        in: join(HANDLERS, `${operation}.ts`),
        out: operation,
      })),
      outdir: chunks,
      plugins: sourcePlugins(readContracts()),
    });
    // One at a time for each processor, because a bundle with its maps takes megabytes until it is placed.
    const waiting = operations.values();
    await Promise.all(
      Array.from({ length: availableParallelism() }, async () => {
        for (const operation of waiting) take(await bundleOf(operation, chunks));
      }),
    );
    return metafile;
  } finally {
    await rm(chunks, { recursive: true });
  }
}

async function bundleOf(operation: string, chunks: string): Promise<HandlerBundle> {
  const outdir = join(BUNDLES, operation);
  const made = await build({
    ...OPTIONS,
    ...DEPLOYED,
    entryPoints: [{ in: join(chunks, `${operation}.mjs`), out: 'index' }],
    outdir,
    write: false,
    plugins: [unusedBuiltins],
  });
  return {
    operation,
    entry: outputName(join(outdir, ENTRY_FILE)),
    metafile: made.metafile,
    outputFiles: made.outputFiles,
  };
}

/** Bundles files as functions are bundled, and writes nothing. */
export function bundleFiles(entryPoints: readonly { in: string; out: string }[], outdir: string) {
  return build({
    ...OPTIONS,
    ...DEPLOYED,
    entryPoints: [...entryPoints],
    outdir,
    write: false,
    plugins: sourcePlugins(readContracts()),
  });
}

const OPTIONS = {
  absWorkingDir: PROJECT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Bundles with the AWS SDK's ES modules have two thirds of the size of those with CommonJS.
  mainFields: ['module', 'main'],
  external: [NATIVE_PACKAGE],
  // Lambda passes a function's credentials in its environment. The SDK's default also looks for profiles, sign-ins and
  // metadata services, whose code is a third of a bundle and takes as long to import as all of our own.
  alias: { '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts') },
  legalComments: 'none',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Options of deployed bundles only: minified code has lost the marks by which unused calls are dropped. */
const DEPLOYED = { minify: true, banner: { js: REQUIRE_BANNER } } as const satisfies BuildOptions;

function sourcePlugins(contracts: Promise<Contracts>): Plugin[] {
  return [unusedBuiltins, inlinePages, inlineScripts, contractFacts(contracts)];
}

/** Ends esbuild's own process, which would keep 200 MB for as long as this one lives. */
export const stopBundler = stop;

/** The operations of all handlers. An operation is the handler's path below functions/. */
async function handlerOperations(): Promise<string[]> {
  const files = await readdir(HANDLERS, { recursive: true });
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length).split(sep).join('/'))
    .sort();
}

function importsNative({ metafile, entry }: Pick<HandlerBundle, 'metafile' | 'entry'>): boolean {
  return [...reachable(metafile, entry)].some((output) =>
    metafile.outputs[output]?.imports.some(({ path }) => path === NATIVE_PACKAGE),
  );
}
