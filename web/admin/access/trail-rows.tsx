import { adminAccess } from '../../text/admin-access.ts';
import { useText } from '../../text/language.tsx';
import { Time } from '../parts.tsx';
import { addressOf } from '../route.ts';
import type { TrailEntry } from './read-trail.ts';
import { sentenceOf } from './trail-sentence.ts';

interface TrailRowsProps {
  entries: readonly TrailEntry[];
  /** True where all entries concern one person, who need not be named in each. */
  isOfOne?: true;
}

/** Entries of the audit trail, in plain words. */
export function TrailRows({ entries, isOfOne }: TrailRowsProps) {
  const text = useText(adminAccess).trail;
  return (
    <ul class="rows">
      {entries.map(({ id, action, target, targetName, fields, actor, address, createdAt }) => (
        <li key={id}>
          <div class="what">
            <p class="sentence">{sentenceOf({ action, fields }, text)}</p>
            {!isOfOne && target !== null && <Target id={target} name={targetName} />}
          </div>
          <p class="hint">
            {actor.name ?? text.actors[actor.kind]}
            {address !== null && ` ${text.from} ${address}`}
            <br />
            <Time at={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The name of what was changed, with a way to the page of a person. What has no name is shown by its id. */
function Target({ id, name }: { id: string; name: string | null }) {
  if (name === null) return <p class="code hint">{id}</p>;
  // The id of an invite is what its link contains, so it is no part of an address.
  const person = /^(mem|mdl)_/.test(id) ? id : id.startsWith('inv_') ? name : undefined;
  return <p>{person === undefined ? name : <a href={addressOf('person', person)}>{name}</a>}</p>;
}
