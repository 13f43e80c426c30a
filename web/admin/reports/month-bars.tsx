import { useLanguage } from '../../text/language.tsx';
import { type Counter, monthText, rowsByMonth, sumOf, type Usage } from './usage.ts';

/** The number of months up to which each has a label. */
const LABELS_MAX = 14;
const LABEL_EVERY = 3;

/** The classes of the parts of a bar: teams, of which the last part is all others. */
export const PARTS = ['part-0', 'part-1', 'part-2', 'part-3', 'part-4', 'part-5'] as const;

interface MonthBarsProps {
  usage: Pick<Usage, 'months' | 'usage'>;
  counter: Counter;
  /** The teams with a part of their own in each bar, by id; the other ones share the last part. */
  teams: readonly (string | null)[];
  label: string;
}

/** A bar for each month, with a part for each team. A month in which more was returned than spent has none. */
export function MonthBars({ usage, counter, teams, label }: MonthBarsProps) {
  const { language } = useLanguage();
  const months = [...rowsByMonth(usage)].map(([month, rows]) => ({
    month,
    total: sumOf(rows)[counter],
    parts: [...teams, undefined].map((team) =>
      Math.max(0, sumOf(rows.filter(({ teamId }) => partOf(teamId, teams) === team))[counter]),
    ),
  }));
  const heightOf = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
  const highest = Math.max(1, ...months.map(({ parts }) => heightOf(parts)));
  return (
    <div class="month-bars" role="img" aria-label={label}>
      {months.map(({ month, total, parts }, place) => (
        <div key={month} class="month">
          <div class="plot">
            <span class="count">{total === 0 ? '' : total.toLocaleString(language)}</span>
            <div class="bar-of-month" style={{ height: `${(100 * heightOf(parts)) / highest}%` }}>
              {parts.map(
                (part, number) =>
                  part > 0 && <i key={number} class={PARTS[number]} style={{ flexGrow: part }} />,
              )}
            </div>
          </div>
          <span class="label">
            {months.length <= LABELS_MAX || (months.length - 1 - place) % LABEL_EVERY === 0
              ? monthText(month, language, 'short')
              : ''}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The team whose part a row belongs to; undefined for the part of the other teams. */
function partOf(teamId: string | null, teams: readonly (string | null)[]): string | null | undefined {
  return teams.includes(teamId) ? teamId : undefined;
}
