import { useState } from 'preact/hooks';
import type { Language } from '../../../shared/contract/languages.ts';
import { Button } from '../../design/icon.tsx';
import { OneOf } from '../../design/one-of.tsx';
import { saveCsv } from '../../service/save.ts';
import { adminReports } from '../../text/admin-reports.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { Choice } from '../choice.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
import { MonthBars, PARTS } from './month-bars.tsx';
import { useTeamName } from './team-name.ts';
import { type Counter, lastMonths, loadUsage, monthText, sumOf, type Usage } from './usage.ts';
import { usageCsv } from './usage-csv.ts';
import { UsageTable } from './usage-table.tsx';

/** The longest period of the API. */
const MONTHS_MAX = 36;
const DEFAULT_MONTHS = 12;
/** Teams that have a colour of their own in the chart. */
const TEAMS_SHOWN = PARTS.length - 1;

/** The usage of the organization by month and team, as a chart, as a table and as a file. */
export function Reports() {
  const { api } = useDesk();
  const text = useText(adminReports);
  const { language } = useLanguage();
  const [months] = useState(() => lastMonths(MONTHS_MAX));
  const [period, setPeriod] = useState(() => ({
    from: months.at(-DEFAULT_MONTHS) ?? '',
    to: months.at(-1) ?? '',
  }));
  const isEmpty = period.from > period.to;
  const loaded = useLoaded(
    async () => (isEmpty ? undefined : { usage: await loadUsage(api, period) }),
    [api, period.from, period.to],
  );
  const usage = loaded.value?.usage;
  const options = months.toReversed().map((month) => [month, monthText(month, language, 'medium')] as const);
  return (
    <div class="stack">
      <section class="card" aria-labelledby="usage-title">
        <div class="heading usage-heading">
          <h2 id="usage-title">{text.title}</h2>
          <Button
            icon="download"
            label={text.download}
            disabled={!usage || usage.usage.length === 0}
            onClick={() => usage && save(usage, language)}
          />
        </div>
        <div class="filters">
          <Choice
            label={text.from}
            options={options}
            value={period.from}
            choose={(from) => setPeriod({ ...period, from })}
          />
          <Choice
            label={text.to}
            options={options}
            value={period.to}
            choose={(to) => setPeriod({ ...period, to })}
          />
        </div>
        {isEmpty ? (
          <p class="empty" role="status">
            {text.wrongOrder}
          </p>
        ) : (
          <Show loaded={{ ...loaded, value: usage }}>
            {(shown) =>
              shown.usage.length === 0 ? <p class="empty">{text.empty}</p> : <Report usage={shown} />
            }
          </Show>
        )}
      </section>
    </div>
  );
}

function Report({ usage }: { usage: Usage }) {
  const text = useText(adminReports);
  const { language } = useLanguage();
  const [counter, setCounter] = useState<Counter>('credits');
  const teams = largestTeams(usage, counter);
  const measure = text.counters[counter];
  const [first = '', last = ''] = [usage.months[0], usage.months.at(-1)];
  return (
    <>
      <OneOf
        class="beside measures"
        label={text.measure}
        names={text.counters}
        chosen={counter}
        choose={setCounter}
      />
      <MonthBars
        usage={usage}
        counter={counter}
        teams={teams}
        label={text.chart(measure, monthText(first, language, 'long'), monthText(last, language, 'long'))}
      />
      <Legend usage={usage} teams={teams} />
      <UsageTable usage={usage} />
      <p class="hint">{text.note}</p>
    </>
  );
}

function Legend({ usage: { usage }, teams }: { usage: Usage; teams: readonly (string | null)[] }) {
  const text = useText(adminReports);
  const teamName = useTeamName();
  const others = new Set(usage.map(({ teamId }) => teamId)).size - teams.length;
  const names = teams.flatMap((team) => usage.find(({ teamId }) => teamId === team) ?? []).map(teamName);
  return (
    <ul class="beside hint legend">
      {[...names, ...(others > 0 ? [text.otherTeams(others)] : [])].map((name, place) => (
        <li key={name}>
          <i class={PARTS[place < names.length ? place : TEAMS_SHOWN]} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The ids of the teams with the highest numbers, the highest first. */
function largestTeams({ usage }: Usage, counter: Counter): (string | null)[] {
  const byTeam = [...Map.groupBy(usage, ({ teamId }) => teamId)];
  return byTeam
    .map(([team, rows]) => ({ team, count: sumOf(rows)[counter] }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, TEAMS_SHOWN)
    .map(({ team }) => team);
}

function save({ months, usage }: Usage, language: Language): void {
  saveCsv(usageCsv(usage, language), `usage-${months[0]}-${months.at(-1)}.csv`);
}
