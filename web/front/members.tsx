import { ChooseDrawing, InviteDrawing, PhotosDrawing, WaitDrawing } from '../design/drawings.tsx';
import { Icon } from '../design/icon.tsx';
import { front } from '../text/front.ts';
import { useText } from '../text/language.tsx';

const DRAWINGS = [InviteDrawing, PhotosDrawing, WaitDrawing, ChooseDrawing];
const ICONS = ['check', 'clock', 'bin'] as const;

/** The steps of the people whose portraits are made. */
export function Members() {
  const text = useText(front).members;
  return (
    <section class="stack part" id="members">
      <p class="part-label">{text.label}</p>
      <h2>{text.title}</h2>
      <p class="lead">{text.lead}</p>
      <ol class="journey">
        {DRAWINGS.map((Drawing, index) => (
          <li key={index}>
            <Drawing />
            <h3>{text.steps[index]?.title}</h3>
            <p>{text.steps[index]?.text}</p>
          </li>
        ))}
      </ol>
      <ul class="promises">
        {ICONS.map((icon, index) => (
          <li key={icon}>
            <Icon name={icon} />
            <div>
              <h3>{text.promises[index]?.title}</h3>
              <p>{text.promises[index]?.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
