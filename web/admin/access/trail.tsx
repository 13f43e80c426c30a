import { TRAIL_KINDS } from '../../../shared/contract/trail-actions.ts';
import { Button } from '../../design/icon.tsx';
import { saveCsv, today } from '../../service/save.ts';
import { adminAccess } from '../../text/admin-access.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { Choice } from '../choice.tsx';
import { useAct, useDesk, useLoaded, usePages } from '../desk.ts';
import { keptState } from '../kept-state.ts';
import { More, Show } from '../parts.tsx';
import { addressOf } from '../route.ts';
import { readTrail, readWholeTrail, type TrailFilter, trailOf } from './read-trail.ts';
import { trailCsv } from './trail-csv.ts';
import { TrailRows } from './trail-rows.tsx';

const useKind = keptState<TrailFilter['kind']>(undefined);

/** The audit trail, newest first: all of it, or what concerns the person whom the address names. */
export function Trail({ resource: person }: { resource: string | undefined }) {
  const { api } = useDesk();
  const text = useText(adminAccess).trail;
  const { language } = useLanguage();
  const [kind, setKind] = useKind();
  const ask = trailOf(api, { person, kind });
  const { loaded, more } = usePages((before) => readTrail(ask, before), [api, person, kind]);
  const { isBusy, act } = useAct();
  const save = () =>
    act(async () => {
      const entries = await readWholeTrail(ask);
      saveCsv(trailCsv(entries, text, language), `${text.file}-${today()}.csv`);
    });
  return (
    <div class="stack">
      <div class="favorites-bar">
        <div class="filters">
          <Choice
            label={text.kind}
            options={[
              [undefined, text.everything],
              ...TRAIL_KINDS.map((each) => [each, text.kinds[each]] as const),
            ]}
            value={kind}
            choose={setKind}
          />
        </div>
        <Button
          icon="download"
          label={text.download}
          disabled={isBusy || !loaded.value?.length}
          onClick={save}
        />
      </div>
      {person !== undefined && <About person={person} />}
      <section class="card" aria-label={text.entries}>
        <Show loaded={loaded} empty={text.empty}>
          {(entries) => <TrailRows entries={entries} />}
        </Show>
        <More more={more} />
      </section>
    </div>
  );
}

/** Tells that the trail is that of one person, with a way back to all of it. */
function About({ person }: { person: string }) {
  const { api } = useDesk();
  const text = useText(adminAccess).trail;
  const { value } = useLoaded(async () => {
    const { member } = await api.call('GET /api/admin/people/{person}', { path: { person } });
    return member && (member.name ?? member.email);
  }, [api, person]);
  return (
    <p class="notice beside">
      <span>{text.about(value ?? person)}</span>
      <a href={addressOf('audit')}>{text.all}</a>
    </p>
  );
}
