import type { Metafile, OutputFile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { bundle, entryOutputs } from '../../../scripts/build/bundles.ts';
import { reachable } from '../../../scripts/build/place-bundles.ts';
import { assets, endpoints, pages } from '../../../shared/contract/registry.ts';

const API_BUNDLE_MAX_BYTES = 450_000;
const SDK = /node_modules\/(@aws-sdk|@smithy)\//;
const ZOD = /node_modules\/zod\//;

let metafile: Metafile;
let entries: Map<string, string>;

beforeAll(async () => {
  const bundled: { metafile: Metafile; outputFiles: OutputFile[] } = await bundle();
  metafile = bundled.metafile;
  entries = entryOutputs(metafile);
}, 180_000);

/** The source files in the outputs of an operation: those that are loaded when it starts, or all. */
function sourcesOf(operation: string, kinds: 'loaded' | 'all'): string[] {
  const entry = entries.get(operation);
  if (entry === undefined) throw new Error(`There is no bundle of ${operation}.`);
  return [...reachable(metafile, entry, kinds)].flatMap((output) =>
    Object.keys(metafile.outputs[output]?.inputs ?? {}),
  );
}

const api = endpoints.map(({ operation }) => operation);

test.each(api)('the bundle of %s starts without zod and without schemas', (operation) => {
  const sources = sourcesOf(operation, 'loaded');
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((source) => ZOD.test(source))).toEqual([]);
});

function bytesOf(operation: string, kinds: 'loaded' | 'all'): number {
  const outputs = [...reachable(metafile, entries.get(operation), kinds)];
  return outputs.reduce((sum, output) => sum + (metafile.outputs[output]?.bytes ?? 0), 0);
}

/** Operations with the client of S3, whose schemas of 110 operations no bundler can drop: 65 KB of its 165 KB. */
const USING_S3 = ['member/uploads/complete-upload', 'member/uploads/delete-upload'];

test.each(api.filter((operation) => !USING_S3.includes(operation)))(
  'the bundle of %s has at most 450 KB',
  (operation) => {
    expect(bytesOf(operation, 'all')).toBeLessThanOrEqual(API_BUNDLE_MAX_BYTES);
  },
);

test.each(USING_S3)(
  'the bundle of %s loads at most 450 KB when it starts, and the rest later',
  (operation) => {
    expect(bytesOf(operation, 'loaded')).toBeLessThanOrEqual(API_BUNDLE_MAX_BYTES);
    expect(sourcesOf(operation, 'loaded').filter((source) => source.includes('client-s3'))).toEqual([]);
    // S3's client, and LiteRT.js for the judge of uploads.
    expect(sourcesOf(operation, 'loaded').filter((source) => source.includes('@litertjs'))).toEqual([]);
    expect(bytesOf(operation, 'all')).toBeLessThanOrEqual(1.4 * API_BUNDLE_MAX_BYTES);
  },
);

test.each(api)('the bundle of %s imports no module of Node that loads undici', (operation) => {
  const imported = [...reachable(metafile, entries.get(operation), 'loaded')]
    .flatMap((output) => metafile.outputs[output]?.imports ?? [])
    .filter(({ kind }) => kind === 'import-statement');
  // An import statement of node:http reads its getter WebSocket, which loads undici: 20 ms.
  expect(imported.map(({ path }) => path)).not.toContain('node:http');
});

test.each([...pages, ...assets].map(({ operation }) => operation).concat('web/get-health'))(
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
  for (const { operation } of [...pages, ...assets, { operation: 'web/get-health' }]) {
    if (reading.includes(operation)) continue;
    expect(sourcesOf(operation, 'all').filter((source) => SDK.test(source) || ZOD.test(source))).toEqual([]);
  }
});
