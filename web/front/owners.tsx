import { type PersonName, Portrait } from '../design/portrait.tsx';
import { front } from '../text/front.ts';
import { useText } from '../text/language.tsx';

const PORTRAITS: readonly PersonName[] = ['anna', 'karim', 'mei', 'jonas'];
const STATES = ['chosen', 'ready', 'working', 'invited'] as const;

/** The part for owners: their overview, and the price. */
export function Owners() {
  const text = useText(front).owners;
  return (
    <section class="stack part split" id="owners">
      <div>
        <p class="part-label">{text.label}</p>
        <h2>{text.title}</h2>
        <p class="lead">{text.lead}</p>
        <dl class="points">
          {text.points.map(({ title, text: explanation }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{explanation}</dd>
            </div>
          ))}
        </dl>
        <p class="beside ways">
          <a class="primary" href="/admin">
            {text.action}
          </a>
        </p>
      </div>
      <div class="card board" aria-hidden="true">
        <p class="beside board-head">
          <b>{text.board}</b>
          <span>{text.credits}</span>
        </p>
        <ul>
          {text.people.map(({ name, state }, index) => (
            <li key={name} class={STATES[index]}>
              <Portrait person={PORTRAITS[index] ?? 'anna'} />
              <b>{name}</b>
              <span class="hint state">{state}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
