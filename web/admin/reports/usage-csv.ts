import { csvOf } from '../../../shared/contract/csv.ts';
import type { Language } from '../../../shared/contract/languages.ts';
import type { UsageRow } from './usage.ts';

const COLUMNS = [
  'month',
  'team_id',
  'team',
  'credits',
  'models_begun',
  'models_finished',
  'models_failed',
  'headshots',
] as const;

/** The rows as CSV, with the numbers of the API. */
export function usageCsv(rows: readonly UsageRow[], language: Language): string {
  const lines = rows.map((row) => [
    row.month,
    row.teamId ?? '',
    row.teamName ?? '',
    ...[row.credits, row.modelsBegun, row.modelsFinished, row.modelsFailed, row.headshots],
  ]);
  return csvOf([COLUMNS, ...lines], language);
}
