import { useState } from 'preact/hooks';
import { Icon } from '../../design/icon.tsx';
import { THUMBNAIL } from '../../service/photos.ts';
import { adminPerson } from '../../text/admin-person.ts';
import { adminReports } from '../../text/admin-reports.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Awaited, Show, Time } from '../parts.tsx';
import { addressOf } from '../route.ts';
import { Actions } from './actions.tsx';
import { Headshots } from './headshots.tsx';
import { History } from './history.tsx';
import { nameOf, type Person, type PersonState, stateOf } from './state.ts';
import { useHeadshots } from './use-headshots.ts';

/** Everything about one person. The address has the id of the member or the model, or the address of someone without. */
export function PersonPage({ resource: who = '' }: { resource: string | undefined }) {
  const { api } = useDesk();
  const text = useText(adminPerson);
  const loaded = useLoaded(
    () => api.call('GET /api/admin/people/{person}', { path: { person: who } }),
    [api, who],
  );
  return (
    <div class="stack">
      <p>
        <a class="back" href={addressOf('members')}>
          <Icon name="back" />
          {text.back}
        </a>
      </p>
      <Show loaded={loaded}>{(person) => <Parts who={who} person={person} reload={loaded.reload} />}</Show>
    </div>
  );
}

interface PartsProps {
  who: string;
  person: Person;
  reload(): Promise<void>;
}

function Parts({ who, person, reload }: PartsProps) {
  const [changes, setChanges] = useState(0);
  const headshots = useHeadshots(person.model);
  const state = stateOf(person);
  const changed = async () => {
    await reload();
    setChanges((count) => count + 1);
  };
  return (
    <>
      <About person={person} state={state} chosen={headshots.value?.chosen?.urls.thumbnail} />
      <Actions person={person} state={state} reload={changed} />
      {(state === 'making' || state === 'again') && <Awaited reload={reload} />}
      <Headshots person={person} headshots={headshots} reload={changed} />
      <History key={changes} who={who} />
    </>
  );
}

/** The classes by which states have their colours. */
const COLORS: Readonly<Partial<Record<PersonState, string>>> = {
  making: 'pending',
  again: 'pending',
  ready: 'active',
  chosen: 'active',
  bounced: 'failed',
  failed: 'failed',
};

interface AboutProps {
  person: Person;
  state: PersonState;
  /** The link to the headshot that is chosen. */
  chosen: string | undefined;
}

/** Who it is, and how far. */
function About({ person, state, chosen }: AboutProps) {
  const text = useText(adminPerson);
  const { failures } = useText(adminReports).stuck;
  const { test } = useText(common);
  const { member, invite, model } = person;
  const { name, email } = nameOf(person);
  const { label, sentence } = text.states[state];
  const ids = [member?.id ?? [], model?.id ?? []].flat();
  return (
    <section class="card about-person" aria-labelledby="person-name">
      {chosen !== undefined && <img src={chosen} alt={text.chosenOf(name)} {...THUMBNAIL} />}
      <div class="facts">
        <h2 class="beside" id="person-name">
          {name || label}
          {model?.isDevelopment && <span class="badge">{test}</span>}
        </h2>
        {email !== name && <p class="hint">{email}</p>}
        <p>
          <span class={`status ${COLORS[state] ?? ''}`}>{label}</span>
        </p>
        <p>
          {sentence} {model?.failureReason && failures[model.failureReason]}
        </p>
        <p class="hint">
          {member && (
            <>
              {member.teamName ?? text.noTeam} · {text.joined} <Time at={member.joinedAt} />
            </>
          )}
          {!member && invite && (
            <>
              {text.invited} <Time at={invite.createdAt} /> · {text.until} <Time at={invite.expiresAt} />
            </>
          )}
          {invite?.mailedAt !== undefined && invite.status === 'pending' && (
            <>
              {' '}
              · {text.lastMail} <Time at={invite.mailedAt} />
            </>
          )}
        </p>
        {ids.length > 0 && (
          <details>
            <summary class="hint">{text.ids}</summary>
            <p class="code hint">{ids.join(' · ')}</p>
          </details>
        )}
      </div>
    </section>
  );
}
