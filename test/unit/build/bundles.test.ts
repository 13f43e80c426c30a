import type { Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../scripts/build/bundles.ts';
import { type HandlerBundle, reachable } from '../../../scripts/build/place-bundles.ts';
import { assets, endpoints, pages } from '../../../shared/contract/registry.ts';
import { sample } from '../../support/sample.ts';

const API_BUNDLE_MAX_BYTES = 450_000;
const SDK = /node_modules\/(@aws-sdk|@smithy)\//;
const ZOD = /node_modules\/zod\//;

const HEALTH = 'web/get-health';
/** The endpoints whose bundles are checked: a sample in `npm test`. */
const api = sample(
  endpoints.map(({ operation }) => operation),
  24,
);

const bundles = new Map<string, HandlerBundle>();
/** The outputs of the first pass, which are the inputs of the bundles. */
let chunks: Metafile['outputs'];

beforeAll(async () => {
  const others = [...pages, ...assets].map(({ operation }) => operation);
  const operations = new Set([...api, ...others, HEALTH]);
  const { outputs } = await bundle([...operations], (made) => bundles.set(made.operation, made));
  chunks = outputs;
}, 180_000);

type Kinds = 'loaded' | 'all';

/** The outputs of an operation: those that are loaded when it starts, or all. */
function outputsOf(operation: string, kinds: Kinds): Metafile['outputs'][string][] {
  const made = bundles.get(operation);
  if (made === undefined) throw new Error(`There is no bundle of ${operation}.`);
  const { metafile, entry } = made;
  return [...reachable(metafile, entry, kinds)].flatMap((output) => metafile.outputs[output] ?? []);
}

/** The source files in them. */
function sourcesOf(operation: string, kinds: Kinds): string[] {
  return outputsOf(operation, kinds)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([chunk]) => Object.keys(chunks[chunk]?.inputs ?? {}));
}

test.each(api)('the bundle of %s starts without zod and without schemas', (operation) => {
  const sources = sourcesOf(operation, 'loaded');
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((source) => ZOD.test(source))).toEqual([]);
});

test.each(api)('the bundle of %s has at most 450 KB', (operation) => {
  const bytes = outputsOf(operation, 'all').map((output) => output.bytes);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(API_BUNDLE_MAX_BYTES);
});

test.each(api)('the bundle of %s is loaded from at most 9 files', (operation) => {
  // complete-upload has the most: it shares modules with what judges an upload, which is loaded later.
  expect(outputsOf(operation, 'loaded').length).toBeLessThanOrEqual(9);
});

test.each(api)('the bundle of %s imports no module of Node that loads undici', (operation) => {
  const imported = outputsOf(operation, 'loaded')
    .flatMap(({ imports }) => imports)
    .filter(({ kind }) => kind === 'import-statement');
  // An import statement of node:http reads its getter WebSocket, which loads undici: 20 ms.
  expect(imported.map(({ path }) => path)).not.toContain('node:http');
});

test.each(api)('the bundle of %s makes no format of dates, as mails do', (operation) => {
  // One that is made when a module is imported makes the import a third longer.
  const code = bundles.get(operation)?.outputFiles.filter(({ path }) => path.endsWith('.mjs')) ?? [];
  expect(code.length).toBeGreaterThan(0);
  expect(code.filter(({ text }) => text.includes('Intl.')).map(({ path }) => path)).toEqual([]);
});

test.each([...pages, ...assets].map(({ operation }) => operation).concat(HEALTH))(
  'the bundle of %s starts without the SDK and without zod',
  (operation) => {
    const sources = sourcesOf(operation, 'loaded');
    expect(sources).toContain(`functions/${operation}.ts`);
    expect(sources.filter((source) => SDK.test(source) || ZOD.test(source))).toEqual([]);
  },
);

test('health, assets and the pages that read no table have neither the SDK nor zod in their bundles', () => {
  const reading = pages.filter(({ permissions }) => permissions.length > 0).map(({ operation }) => operation);
  expect(reading).toEqual(['web/show-studio']);
  for (const { operation } of [...pages, ...assets, { operation: HEALTH }]) {
    if (reading.includes(operation)) continue;
    expect(sourcesOf(operation, 'all').filter((source) => SDK.test(source) || ZOD.test(source))).toEqual([]);
  }
});
