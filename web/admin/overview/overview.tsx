import { adminModels } from '../../text/admin-models.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
import { addressOf } from '../route.ts';
import { type Counts, countPeople } from './count-people.ts';
import { Funnel } from './funnel.tsx';
import { Insight } from './insight.tsx';

/** The progress of the people of the organization, and what is left to spend. */
export function Overview() {
  const { api } = useDesk();
  const loaded = useLoaded(async () => {
    const [{ credits }, counts] = await Promise.all([
      api.call('GET /api/v2/organization/credits'),
      countPeople(api),
    ]);
    return { credits, counts };
  }, [api]);
  return (
    <Show loaded={loaded}>{({ credits, counts }) => <Figures credits={credits} counts={counts} />}</Show>
  );
}

function Figures({ credits, counts }: { credits: number; counts: Counts }) {
  const text = useText(adminModels);
  const { whiteLabel } = useDesk().organization;
  const { now } = counts;
  const figures = [
    { label: text.now.credits, value: credits },
    { label: text.now.uploading, value: now.uploading },
    { label: text.now.inProgress, value: now.inProgress },
    { label: text.now.failed, value: now.failed, isBad: now.hasFailed },
  ];
  return (
    <div class="stack">
      <section class="card" aria-labelledby="now-title">
        <h2 id="now-title">{text.now.title}</h2>
        <dl class="figures">
          {figures.map(({ label, value, isBad }) => (
            <div key={label} class={isBad ? 'bad' : undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {credits === 0 && <p class="notice">{text.now.noCredits}</p>}
        {whiteLabel && <p class="hint">{text.now.tests}</p>}
      </section>
      <section class="card" aria-labelledby="funnel-title">
        <div class="heading">
          <h2 id="funnel-title">{text.funnel.title}</h2>
          <a class="link" href={addressOf('models')}>
            {text.title}
          </a>
        </div>
        <Funnel stages={counts.stages} />
        {whiteLabel && <p class="hint">{text.funnel.ownPages}</p>}
      </section>
      <Insight />
    </div>
  );
}
