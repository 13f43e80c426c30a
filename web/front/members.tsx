import { Icon } from '../design/icon.tsx';
import { ChoosePicture, InvitePicture, PhotosPicture, WaitPicture } from '../design/pictures.tsx';
import { front } from '../text/front.ts';
import { useText } from '../text/language.tsx';

const PICTURES = [InvitePicture, PhotosPicture, WaitPicture, ChoosePicture];
const ICONS = ['check', 'clock', 'bin'] as const;

/** How it works for the people whose portraits are made. */
export function Members() {
  const text = useText(front).members;
  return (
    <section class="part" id="members">
      <p class="part-label">{text.label}</p>
      <h2>{text.title}</h2>
      <p class="lead">{text.lead}</p>
      <ol class="journey">
        {PICTURES.map((Picture, index) => (
          <li key={index}>
            <Picture />
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
