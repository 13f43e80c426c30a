import type { Answer } from '../../service/api.ts';
import { adminReports } from '../../text/admin-reports.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
import { MonthBars } from '../reports/month-bars.tsx';
import { lastMonths, loadUsage, monthText } from '../reports/usage.ts';
import { addressOf } from '../route.ts';
import { Pace } from './pace.tsx';
import { Stuck } from './stuck.tsx';

type Overview = Answer<'GET /api/admin/overview'>;

const MONTHS = 6;

/** Who needs help, the credits of the last months, and the time and cost of models. */
export function Insight() {
  const { api, user } = useDesk();
  const text = useText(adminReports);
  const loaded = useLoaded(
    async (): Promise<{ overview?: Overview }> =>
      user ? { overview: await api.call('GET /api/admin/overview') } : {},
    [api],
  );
  return (
    <>
      <section class="card" aria-labelledby="stuck-title">
        <h2 id="stuck-title">{text.stuck.title}</h2>
        <Show loaded={loaded}>
          {({ overview }) =>
            overview ? (
              <Stuck groups={overview.stuck} reload={loaded.reload} />
            ) : (
              <p class="hint">{text.stuck.forUsers}</p>
            )
          }
        </Show>
      </section>
      <div class="two-cards">
        <section class="card" aria-labelledby="spent-title">
          <div class="heading">
            <h2 id="spent-title">{text.spent.title}</h2>
            <a class="link" href={addressOf('reports')}>
              {text.spent.all}
            </a>
          </div>
          <Spent />
        </section>
        {loaded.value?.overview && (
          <section class="card" aria-labelledby="pace-title">
            <h2 id="pace-title">{text.pace.title}</h2>
            <Pace {...loaded.value.overview} />
          </section>
        )}
      </div>
    </>
  );
}

/** The credits of the last months, without their teams. */
function Spent() {
  const { api } = useDesk();
  const text = useText(adminReports);
  const { language } = useLanguage();
  const loaded = useLoaded(async () => {
    const months = lastMonths(MONTHS);
    return loadUsage(api, { from: months[0] ?? '', to: months.at(-1) ?? '' });
  }, [api]);
  return (
    <Show loaded={loaded}>
      {({ months, usage }) => {
        const merged = usage.map((row) => ({ ...row, teamId: null }));
        const ends = [months[0] ?? '', months.at(-1) ?? ''].map((month) =>
          monthText(month, language, 'long'),
        );
        return (
          <MonthBars
            usage={{ months, usage: merged }}
            counter="credits"
            teams={[null]}
            label={text.spent.chart(ends[0] ?? '', ends[1] ?? '')}
          />
        );
      }}
    </Show>
  );
}
