import { useState } from 'preact/hooks';
import { scroller } from '../../design/copy.ts';
import { Button } from '../../design/icon.tsx';
import { adminReports } from '../../text/admin-reports.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { useTeamName } from './team-name.ts';
import { COUNTERS, type Counts, monthText, rowsByMonth, sumOf, type Usage, type UsageRow } from './usage.ts';

/** Months and their teams, the latest month first. The teams of a month are shown on demand. */
export function UsageTable({ usage }: { usage: Usage }) {
  const text = useText(adminReports);
  const months = [...rowsByMonth(usage)].filter(([, rows]) => rows.length > 0).reverse();
  return (
    <div class="table-scroll" {...scroller(text.tableTitle)}>
      <table class="usage-table">
        <thead>
          <tr>
            <th scope="col">{text.month}</th>
            {COUNTERS.map((counter) => (
              <th key={counter} scope="col" class="number">
                {text.counters[counter]}
              </th>
            ))}
          </tr>
        </thead>
        {months.map(([month, rows], place) => (
          <MonthRows key={month} month={month} rows={rows} isOpenAtFirst={place === 0} />
        ))}
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            <Numbers counts={usage.total} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface MonthRowsProps {
  month: string;
  rows: readonly UsageRow[];
  isOpenAtFirst: boolean;
}

function MonthRows({ month, rows, isOpenAtFirst }: MonthRowsProps) {
  const text = useText(adminReports);
  const { language } = useLanguage();
  const teamName = useTeamName();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const name = monthText(month, language, 'medium');
  return (
    <tbody>
      <tr class="month-row">
        <th scope="row">
          <Button
            class="link"
            icon="forward"
            label={name}
            aria-expanded={isOpen}
            aria-label={text.teamsOf(name)}
            onClick={() => setIsOpen(!isOpen)}
          />
        </th>
        <Numbers counts={sumOf(rows)} />
      </tr>
      {isOpen &&
        rows.map((row) => (
          <tr key={row.teamId} class="team-row">
            <th scope="row">{teamName(row)}</th>
            <Numbers counts={row} />
          </tr>
        ))}
    </tbody>
  );
}

function Numbers({ counts }: { counts: Counts }) {
  const { language } = useLanguage();
  return (
    <>
      {COUNTERS.map((counter) => (
        <td key={counter} class="number">
          {counts[counter].toLocaleString(language)}
        </td>
      ))}
    </>
  );
}
