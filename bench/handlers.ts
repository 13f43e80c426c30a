import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBundles } from '../scripts/build/build.ts';
import { BUNDLES } from '../scripts/build/paths.ts';
import { assets, endpoints, pages } from '../shared/contract/registry.ts';
import { bundleFloor, bundleMonolith } from './handlers/bundles.ts';
import { importTimes } from './handlers/imports.ts';
import { linkTimes } from './handlers/links.ts';
import { describeMachine, type Figure, writeResults } from './results.ts';

/**
 * `npm run bench:handlers`: how long functions take to import, compared with the floor (one GetItem by lib-dynamodb) and
 * with one Hono application of all routes, and what a link costs, compared with getSignedUrl. Takes a few minutes.
 */

const HEALTH = 'web/get-health';
const LIGHT = [...[...pages, ...assets].map(({ operation }) => operation), HEALTH];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { repeats: { type: 'string', default: '11' } } });
  const repeats = Number(values.repeats);
  const machine = describeMachine();
  await ensureBundles();
  const functions = [...endpoints, ...pages, ...assets].map(({ operation }) => operation);
  const files = new Map([
    ['floor', await bundleFloor()],
    ['monolith', await bundleMonolith()],
    ...functions.map((operation) => [operation, join(BUNDLES, operation, 'index.mjs')] as const),
  ]);
  const times = await importTimes(files, repeats);
  await writeResults('handlers', machine, [
    ...importFigures(functions, (name) => times.get(name) ?? Number.NaN),
    ...linkFigures(await linkTimes(repeats)),
  ]);
}

function importFigures(functions: readonly string[], timeOf: (name: string) => number): Figure[] {
  const ratio = (operation: string) => timeOf(operation) / timeOf('floor');
  const slowestFirst = functions
    .filter((operation) => !LIGHT.includes(operation))
    .sort((one, other) => ratio(other) - ratio(one));
  const [slowest = ''] = slowestFirst;
  const typical = slowestFirst[Math.floor(slowestFirst.length / 2)] ?? '';
  const [slowestLight = ''] = LIGHT.toSorted((one, other) => ratio(other) - ratio(one));
  const atMost = 1.15;
  return [
    { name: 'Import of the floor: one GetItem by lib-dynamodb', value: timeOf('floor'), unit: 'ms' },
    {
      name: `Slowest import of an API handler (${slowest}) / floor`,
      value: ratio(slowest),
      unit: '×',
      target: { atMost },
    },
    {
      name: `Median import of an API handler (${typical}) / floor`,
      value: ratio(typical),
      unit: '×',
      target: { atMost },
    },
    {
      name: `Slowest import of an API handler / Hono application of all routes`,
      value: timeOf(slowest) / timeOf('monolith'),
      unit: '×',
      target: { atMost: 1 },
    },
    {
      name: `Slowest import of a page or /health (${slowestLight}) / floor`,
      value: ratio(slowestLight),
      unit: '×',
    },
    ...slowestFirst.map((operation) => ({
      name: `Import of ${operation} / floor`,
      value: ratio(operation),
      unit: '×',
      isDetail: true,
    })),
  ];
}

function linkFigures({ bySdk, byService }: { bySdk: number; byService: number }): Figure[] {
  return [
    {
      name: 'Processor time of a link by getSignedUrl / by the service',
      value: bySdk / byService,
      unit: '×',
      target: { atLeast: 10 },
    },
    { name: 'Processor time of a link by the service', value: byService, unit: 'µs' },
  ];
}

await main();
