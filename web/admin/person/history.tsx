import { adminPerson } from '../../text/admin-person.ts';
import { useText } from '../../text/language.tsx';
import { readTrail, trailOf } from '../access/read-trail.ts';
import { TrailRows } from '../access/trail-rows.tsx';
import { useDesk, usePages } from '../desk.ts';
import { More, Show } from '../parts.tsx';
import { addressOf } from '../route.ts';

/** What was done to a person and by the person, for those who may see the audit trail. */
export function History({ who }: { who: string }) {
  const { user, can } = useDesk();
  const text = useText(adminPerson);
  const isOwner = user !== undefined && can('owner');
  return (
    <section class="card" aria-labelledby="history-title">
      <div class="heading">
        <h2 id="history-title">{text.history}</h2>
        {isOwner && (
          <a class="link" href={addressOf('audit', who)}>
            {text.whole}
          </a>
        )}
      </div>
      {isOwner ? <Entries who={who} /> : <p class="hint">{text.historyOfOwners}</p>}
    </section>
  );
}

function Entries({ who }: { who: string }) {
  const { api } = useDesk();
  const text = useText(adminPerson);
  const { loaded, more } = usePages((before) => readTrail(trailOf(api, { person: who }), before), [api, who]);
  return (
    <>
      <Show loaded={loaded} empty={text.noHistory}>
        {(entries) => <TrailRows entries={entries} isOfOne />}
      </Show>
      <More more={more} />
    </>
  );
}
