import ada from './people/ada.svg';
import anna from './people/anna.svg';
import david from './people/david.svg';
import jonas from './people/jonas.svg';
import karim from './people/karim.svg';
import mei from './people/mei.svg';

/** People that do not exist, for illustrations. */
const PEOPLE = { ada, anna, david, jonas, karim, mei };
export type PersonName = keyof typeof PEOPLE;

/** A drawn headshot, 4 by 5. Decorative: the text beside it says what it stands for. */
export function Portrait({ person }: { person: PersonName }) {
  return <img class="portrait" src={PEOPLE[person]} alt="" width={120} height={150} />;
}
