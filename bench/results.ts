import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { formatted } from '../scripts/generate/formatted.ts';
import { isoTime, systemClock } from '../shared/platform/clock.ts';

/** One figure of a benchmark. Ratios compare two figures of the same run, so that they hold on other machines. */
export interface Figure {
  name: string;
  value: number;
  /** Such as `×`, `%`, `ms`. */
  unit: string;
  target?: { atMost: number } | { atLeast: number };
  /** Why a target is missed, and what would come next. */
  note?: string;
}

export interface Results {
  /** ISO 8601. */
  measuredAt: string;
  node: string;
  cores: number;
  processor: string;
  /** Load averages over 1 and 5 minutes before the start, caused by other processes. */
  loadBefore: [number, number];
  figures: Figure[];
}

export const RESULTS_DIRECTORY = join(import.meta.dirname, 'results');

/** The machine and the time, to be called before a benchmark puts load on the machine. */
export function describeMachine(): Omit<Results, 'figures'> {
  const [oneMinute = 0, fiveMinutes = 0] = loadavg();
  return {
    measuredAt: isoTime(systemClock.now()),
    node: process.versions.node,
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    loadBefore: [round(oneMinute), round(fiveMinutes)],
  };
}

/** Prints the figures and writes them to `bench/results/<name>.json`. */
export async function writeResults(
  name: string,
  machine: Omit<Results, 'figures'>,
  figures: readonly Figure[],
): Promise<void> {
  const rounded = figures.map((figure) => ({ ...figure, value: round(figure.value) }));
  for (const { name: figure, value, unit, target } of rounded) {
    const verdict = target === undefined ? '' : meets(value, target) ? '  met' : '  missed';
    console.log(`${figure.padEnd(70)} ${String(value).padStart(9)} ${unit}${verdict}`);
  }
  await mkdir(RESULTS_DIRECTORY, { recursive: true });
  const file = join(RESULTS_DIRECTORY, `${name}.json`);
  await writeFile(file, formatted(file, JSON.stringify({ ...machine, figures: rounded })));
}

export function meets(value: number, target: NonNullable<Figure['target']>): boolean {
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Three significant digits, which is more than the noise of a shared machine allows. */
function round(value: number): number {
  return Number(value.toPrecision(3));
}
