import type { FunctionComponent } from 'preact';
import { Icon } from '../design/icon.tsx';
import { useText } from '../text/language.tsx';
import { photos } from '../text/photos.ts';
import {
  Alone,
  Blurry,
  Cut,
  Far,
  Filter,
  Gaze,
  Group,
  Light,
  Places,
  Sunglasses,
} from './guide-drawings.tsx';

interface Example {
  Drawing: FunctionComponent;
  label: string;
}

/** Drawn examples of photos that work well, and of photos that do not. It is open until there are enough photos. */
export function Guide({ isOpen }: { isOpen: boolean }) {
  const text = useText(photos).guide;
  const good: Example[] = [
    { Drawing: Alone, label: text.alone },
    { Drawing: Light, label: text.light },
    { Drawing: Gaze, label: text.gaze },
    { Drawing: Places, label: text.places },
  ];
  const bad: Example[] = [
    { Drawing: Sunglasses, label: text.sunglasses },
    { Drawing: Group, label: text.group },
    { Drawing: Far, label: text.far },
    { Drawing: Blurry, label: text.blurry },
    { Drawing: Filter, label: text.filter },
    { Drawing: Cut, label: text.cut },
  ];
  return (
    <details class="guide" open={isOpen}>
      <summary>{text.heading}</summary>
      <Examples kind="good" heading={text.good} examples={good} />
      <Examples kind="bad" heading={text.bad} examples={bad} />
    </details>
  );
}

function Examples({
  kind,
  heading,
  examples,
}: {
  kind: 'good' | 'bad';
  heading: string;
  examples: Example[];
}) {
  return (
    <>
      <h3>{heading}</h3>
      <ul class={`examples ${kind}`}>
        {examples.map(({ Drawing, label }) => (
          <li key={label}>
            <span class="frame">
              <Drawing />
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
