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

/** Spreadsheets take UTF-8 for another encoding without it. */
const BYTE_ORDER_MARK = '\uFEFF';
/** The first characters by which spreadsheets recognise a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

/** The rows as CSV after RFC 4180, with the numbers of the API. */
export function usageCsv(rows: readonly UsageRow[]): string {
  const lines = rows.map((row) => [
    textCell(row.month),
    textCell(row.teamId ?? ''),
    textCell(row.teamName ?? ''),
    ...[row.credits, row.modelsBegun, row.modelsFinished, row.modelsFailed, row.headshots].map(String),
  ]);
  return BYTE_ORDER_MARK + [COLUMNS, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A text that no spreadsheet takes for a formula, in quotes where its characters need them. */
export function textCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
