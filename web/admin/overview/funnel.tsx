import { adminModels } from '../../text/admin-models.ts';
import { useText } from '../../text/language.tsx';
import { type Counts, STAGES } from './count-people.ts';

/** Height of the funnel's viewBox. Its width is that of one stage. */
const HEIGHT = 100;
const WIDTH = 100;
/** A stage without people stays visible as a line. */
const LEAST_HEIGHT = 2;

/** The share of people who have come to each stage. The numbers are text, and the shapes are decorative. */
export function Funnel({ stages }: Pick<Counts, 'stages'>) {
  const { funnel } = useText(adminModels);
  if (stages.asked === 0) return <p class="empty">{funnel.empty}</p>;
  const shares = STAGES.map((stage) => stages[stage] / stages.asked);
  return (
    <ol class="funnel">
      {STAGES.map((stage, index) => (
        <li key={stage}>
          <span class="hint stage">{funnel.stages[stage]}</span>
          <b>{stages[stage]}</b>
          <span class="hint share">{percent(shares[index] ?? 0)}</span>
          <Flow from={shares[index] ?? 0} to={shares[index + 1] ?? shares[index] ?? 0} />
        </li>
      ))}
    </ol>
  );
}

/** The part of the funnel between the middle of one stage and the next. */
function Flow({ from, to }: { from: number; to: number }) {
  const [left, right] = [heightOf(from), heightOf(to)];
  const top = (height: number) => (HEIGHT - height) / 2;
  const bottom = (height: number) => (HEIGHT + height) / 2;
  const middle = WIDTH / 2;
  const path = [
    `M0 ${top(left)}`,
    `C${middle} ${top(left)} ${middle} ${top(right)} ${WIDTH} ${top(right)}`,
    `V${bottom(right)}`,
    `C${middle} ${bottom(right)} ${middle} ${bottom(left)} 0 ${bottom(left)}Z`,
  ].join('');
  return (
    <>
      <svg class="flow" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      <svg class="meter" viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width={WIDTH} height="1" />
        <rect width={Math.max(1, from * WIDTH)} height="1" />
      </svg>
    </>
  );
}

function heightOf(share: number): number {
  return Math.max(LEAST_HEIGHT, share * HEIGHT);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
