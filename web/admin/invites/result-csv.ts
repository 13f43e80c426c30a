import { csvOf } from '../../../shared/contract/csv.ts';
import type { Language } from '../../../shared/contract/languages.ts';
import type { Fault, Line } from './list.ts';

/**
 * The lines that were not sent as CSV, each with its reason, to be mended and tried again.
 * @param columns the names of the columns: those that `parseList` knows, and two more
 */
export function failedLinesCsv(
  lines: readonly Line[],
  columns: Readonly<Record<'line' | 'email' | 'name' | 'team' | 'reason', string>>,
  reasonOf: (fault: Fault, line: Line) => string,
  language: Language,
): string {
  const rows = lines.flatMap((line) => {
    const { outcome } = line;
    if (outcome === undefined || outcome === 'sent') return [];
    return [[String(line.line), line.email, line.name, line.team, reasonOf(outcome, line)]];
  });
  const head = [columns.line, columns.email, columns.name, columns.team, columns.reason];
  return csvOf([head, ...rows], language);
}
