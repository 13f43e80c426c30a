import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin, stop } from 'esbuild';
import { type Contracts, contractFacts, readContracts } from './contract-facts.ts';
import { inlinePages } from './inline-pages.ts';
import { inlineScripts } from './inline-scripts.ts';
import { BUNDLES, HANDLERS, PROJECT } from './paths.ts';
import { placeBundles, reachable } from './place-bundles.ts';

/** Lists the operations whose bundles import sharp. The CDK app compares the list with the contracts. */
const DRAWING_LIST = join(BUNDLES, 'drawing.json');
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

/**
 * Bundles every handler below functions/, the handlers of a folder together. Code that they share becomes
 * chunks, which are built once and copied to each function. This takes a tenth of the time of separate
 * bundles, and a cold start does not load dynamic imports.
 */
export async function bundleHandlers(): Promise<Bundled> {
  const operations = await handlerOperations();
  const { metafile, outputFiles } = await bundle();
  const entries = entryOutputs(metafile);
  await mkdir(BUNDLES, { recursive: true });
  await placeBundles(entries, metafile, outputFiles);
  const drawing = operations.filter((operation) => importsNative(metafile, entries.get(operation)));
  await writeFile(DRAWING_LIST, JSON.stringify(drawing));
  return { drawing };
}

/** Handlers with the client of S3, of which 36 KB would stay in the chunks of the other handlers of their folder. */
const WITH_S3 = ['member/uploads/complete-upload', 'member/uploads/delete-upload'];

/**
 * The group of an operation, whose handlers share chunks. Everything that any of a group uses stays in the chunks of all
 * of it, and the more handlers share, the more and smaller the chunks are: with one group for all, an API handler would
 * load a fifth more code from 20 files, and take a fifth longer. So the handlers of each folder are a group.
 */
function groupOf(operation: string): string {
  if (WITH_S3.includes(operation)) return `${dirname(operation)}, with S3`;
  return /^(admin|member|provider|v1|v2|web)\//.test(operation) ? dirname(operation) : 'tasks';
}

/** Bundles all handlers, group by group, and writes nothing. */
export async function bundle(): Promise<{ metafile: Metafile; outputFiles: OutputFile[] }> {
  const contracts = readContracts();
  const groups = Map.groupBy(await handlerOperations(), groupOf).values();
  const bundled = await Promise.all(
    [...groups].map((group) =>
      bundleFiles(
        group.map((operation) => ({
          in: join(HANDLERS, `${operation}.ts`),
          out: operation.replaceAll('/', '.'),
        })),
        BUNDLES,
        contracts,
      ),
    ),
  );
  // Two chunks have the same name only when they have the same content.
  return {
    metafile: {
      inputs: Object.assign({}, ...bundled.map(({ metafile }) => metafile.inputs)),
      outputs: Object.assign({}, ...bundled.map(({ metafile }) => metafile.outputs)),
    },
    outputFiles: bundled.flatMap(({ outputFiles }) => outputFiles),
  };
}

/** Bundles files as functions are bundled, and writes nothing. */
export function bundleFiles(
  entryPoints: readonly { in: string; out: string }[],
  outdir: string,
  contracts: Promise<Contracts> = readContracts(),
) {
  return build({
    absWorkingDir: PROJECT,
    entryPoints: [...entryPoints],
    outdir,
    outExtension: { '.js': '.mjs' },
    write: false,
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
    plugins: [unusedBuiltins, inlinePages, inlineScripts, contractFacts(contracts)],
    banner: { js: REQUIRE_BANNER },
    minify: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
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

/** Maps each operation to its output in the metafile. */
export function entryOutputs(metafile: Metafile): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [output, { entryPoint }] of Object.entries(metafile.outputs)) {
    // Dynamic imports are entry points to esbuild as well.
    if (entryPoint?.startsWith('functions/')) entries.set(entryPoint.slice('functions/'.length, -3), output);
  }
  return entries;
}

function importsNative(metafile: Metafile, entry: string | undefined): boolean {
  return [...reachable(metafile, entry)].some((output) =>
    metafile.outputs[output]?.imports.some(({ path }) => path === NATIVE_PACKAGE),
  );
}
