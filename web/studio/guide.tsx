import { Icon } from '../design/icon.tsx';
import { useText } from '../text/language.tsx';
import { photos } from '../text/photos.ts';
import alone from './guide/alone.svg';
import blurry from './guide/blurry.svg';
import cut from './guide/cut.svg';
import far from './guide/far.svg';
import filter from './guide/filter.svg';
import gaze from './guide/gaze.svg';
import group from './guide/group.svg';
import light from './guide/light.svg';
import places from './guide/places.svg';
import sunglasses from './guide/sunglasses.svg';

interface ExamplesProps {
  kind: 'good' | 'bad';
  heading: string;
  /** Each with its drawing. */
  labels: readonly (readonly [label: string, drawing: string])[];
}

function Examples({ kind, heading, labels }: ExamplesProps) {
  return (
    <>
      <h3>{heading}</h3>
      <ul class={`examples ${kind}`}>
        {labels.map(([label, drawing]) => (
          <li key={label}>
            <span class="frame">
              <img src={drawing} alt="" />
              <span class="mark">
                <Icon name={kind === 'good' ? 'check' : 'close'} />
              </span>
            </span>
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Drawn examples of photos that work well, and of photos that do not. It is open until there are enough photos. */
export function Guide({ isOpen }: { isOpen: boolean }) {
  const text = useText(photos).guide;
  const good = [
    [text.alone, alone],
    [text.light, light],
    [text.gaze, gaze],
    [text.places, places],
  ] as const;
  const bad = [
    [text.sunglasses, sunglasses],
    [text.group, group],
    [text.far, far],
    [text.blurry, blurry],
    [text.filter, filter],
    [text.cut, cut],
  ] as const;
  return (
    <details class="guide" open={isOpen}>
      <summary>{text.heading}</summary>
      <Examples kind="good" heading={text.good} labels={good} />
      <Examples kind="bad" heading={text.bad} labels={bad} />
    </details>
  );
}
