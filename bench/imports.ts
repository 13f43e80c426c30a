import { join } from 'node:path';
import { ensureBundles } from '../scripts/build/build.ts';
import { BUNDLES } from '../scripts/build/paths.ts';
import { assets, endpoints, pages } from '../shared/contract/registry.ts';
import { bundleFloor } from './imports/bundles.ts';
import { firstResponseTimes } from './imports/first-response.ts';
import { importTimes } from './imports/times.ts';
import { describeMachine, type Figure, writeResults } from './results.ts';

/**
 * `npm run bench:imports`: how long functions take to import, compared with the floor (one GetItem by lib-dynamodb), and
 * how long a first response takes, compared with the same calls. Takes a few minutes.
 */

const HEALTH = 'web/get-health';
/**
 * The handlers that seem slowest are measured again, in short turns with the floor and more often: the largest of a
 * hundred medians on a shared machine tells more about the moment than about the handler.
 */
const MEASURED_AGAIN = 10;
const TURNS = 31;
const TURNS_OF_SWEEP = 7;
const LIGHT = [...[...pages, ...assets].map(({ operation }) => operation), HEALTH];

async function main(): Promise<void> {
  const machine = describeMachine();
  await ensureBundles();
  const functions = [...endpoints, ...pages, ...assets].map(({ operation }) => operation);
  const files = new Map([
    ['floor', await bundleFloor()],
    ...functions.map((operation) => [operation, join(BUNDLES, operation, 'index.mjs')] as const),
  ]);
  const times = await importTimes(files, TURNS_OF_SWEEP);
  const slowest = handlersOf(functions)
    .sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0))
    .slice(0, MEASURED_AGAIN);
  const again = await importTimes(only(files, ['floor', ...slowest]), TURNS);
  await writeResults('imports', machine, [
    ...importFigures(functions, times, again),
    ...firstResponseFigures(await firstResponseTimes(TURNS)),
  ]);
}

type Times = ReadonlyMap<string, number>;

const handlersOf = (functions: readonly string[]) =>
  functions.filter((operation) => !LIGHT.includes(operation));

function only(files: ReadonlyMap<string, string>, names: readonly string[]): Map<string, string> {
  return new Map([...files].filter(([name]) => names.includes(name)));
}

/** @param again of the floor and the handlers that seemed slowest */
function importFigures(functions: readonly string[], times: Times, again: Times): Figure[] {
  const ratio = (operation: string) => {
    const both = again.has(operation) ? again : times;
    return (both.get(operation) ?? Number.NaN) / (both.get('floor') ?? Number.NaN);
  };
  const slowestFirst = handlersOf(functions).sort((one, other) => ratio(other) - ratio(one));
  const slowest = slowestFirst.find((operation) => again.has(operation)) ?? '';
  const typical = slowestFirst[Math.floor(slowestFirst.length / 2)] ?? '';
  const [slowestLight = ''] = LIGHT.toSorted((one, other) => ratio(other) - ratio(one));
  const atMost = 1.15;
  return [
    {
      name: 'Import of the floor: one GetItem by lib-dynamodb',
      value: again.get('floor') ?? Number.NaN,
      unit: 'ms',
    },
    {
      name: `Slowest import of an API handler (${slowest}) / floor`,
      value: ratio(slowest),
      unit: '×',
      target: { atMost },
      note: `The ${MEASURED_AGAIN} that seemed slowest in a sweep of all functions, measured again in turns with the floor.`,
    },
    {
      name: `Median import of an API handler (${typical}) / floor`,
      value: ratio(typical),
      unit: '×',
      target: { atMost },
    },
    {
      name: `Slowest import of a page or /health (${slowestLight}) / floor`,
      value: ratio(slowestLight),
      unit: '×',
    },
  ];
}

function firstResponseFigures({ service, floor }: { service: number; floor: number }): Figure[] {
  return [
    {
      name: 'Import and first response of GET /credits / the same calls by lib-dynamodb',
      value: service / floor,
      unit: '×',
      target: { atMost: 1.25 },
    },
    { name: 'Import and first response of GET /credits', value: service, unit: 'ms' },
  ];
}

await main();
