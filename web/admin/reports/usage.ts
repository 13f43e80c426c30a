import type { Answer, Api } from '../../service/api.ts';

export type Usage = Answer<'GET /api/v2/organization/usage'>;
export type UsageRow = Usage['usage'][number];
export type Counts = Usage['total'];
export type Counter = keyof Counts;

/** The counters in the order of the columns. */
export const COUNTERS: readonly Counter[] = [
  'credits',
  'modelsBegun',
  'modelsFinished',
  'modelsFailed',
  'headshots',
];

export function loadUsage(api: Api, query: { from: string; to: string }): Promise<Usage> {
  return api.call('GET /api/v2/organization/usage', { query });
}

/** The months up to the present one in UTC, such as 2026-03, the latest last. */
export function lastMonths(count: number, now = new Date()): string[] {
  return Array.from({ length: count }, (_, place) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - place)));
    return month.toISOString().slice(0, 'yyyy-mm'.length);
  });
}

/** May 2026, at length and in a medium form, and May alone. */
const MONTH_STYLES = {
  long: { month: 'long', year: 'numeric' },
  medium: { month: 'short', year: 'numeric' },
  short: { month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export function monthText(month: string, language: string, style: keyof typeof MONTH_STYLES): string {
  const options = { ...MONTH_STYLES[style], timeZone: 'UTC' };
  return new Intl.DateTimeFormat(language, options).format(new Date(`${month}-01`));
}

export function sumOf(rows: readonly Counts[]): Counts {
  const sum: Counts = { credits: 0, modelsBegun: 0, modelsFinished: 0, modelsFailed: 0, headshots: 0 };
  for (const row of rows) for (const counter of COUNTERS) sum[counter] += row[counter];
  return sum;
}

export function rowsByMonth({ months, usage }: Pick<Usage, 'months' | 'usage'>): Map<string, UsageRow[]> {
  const found = Map.groupBy(usage, ({ month }) => month);
  return new Map(months.map((month) => [month, found.get(month) ?? []]));
}
