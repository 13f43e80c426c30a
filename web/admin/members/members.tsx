import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../design/form.tsx';
import { Icon } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { adminMembers } from '../../text/admin-members.ts';
import { useText } from '../../text/language.tsx';
import { Choice, named, teamOptions } from '../choice.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { keptState } from '../kept-state.ts';
import { addressOf } from '../route.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { MemberTable, type Selection } from './member-table.tsx';
import { type Filter, type Member, type Rows, useFoundRows, useListedRows } from './rows.ts';
import { SelectionBar } from './selection-bar.tsx';
import { Teams } from './teams.tsx';

/** The address of the teams within the section. */
const TEAMS = 'teams';

/** The members of the organization, or its teams. */
export function Members({ resource }: { resource: string | undefined }) {
  return resource === TEAMS ? <Teams /> : <MemberList />;
}

/** Milliseconds without a key stroke after which the search is sent. */
const TYPING_PAUSE = 200;

const NO_ONE: Selection = new Map();

const useSearch = keptState('');
const useFilter = keptState<Filter>({ teamId: undefined, status: undefined });

function MemberList() {
  const { api, can, clear } = useDesk();
  const text = useText(adminMembers);
  const [typed, setTyped] = useSearch();
  const search = useTyped(typed.trim());
  const [kept, setFilter] = useFilter();
  const [version, setVersion] = useState(0);
  const [selection, setSelection] = useState(NO_ONE);
  const [erased, setErased] = useState<Member>();
  const teams = useLoaded(async () => (await api.call('GET /api/v2/organization/teams')).teams, [api]);
  // A team may have been deleted since the list was filtered by it.
  const isDeleted = teams.value?.some(({ id }) => id === kept.teamId) === false;
  const filter = { ...kept, teamId: isDeleted ? undefined : kept.teamId };
  const reload = () => setVersion((count) => count + 1);
  const erase = async ({ id }: Member) => {
    clear();
    await api.call('DELETE /api/v2/organization/team/{memberId}', { path: { memberId: id } });
    setErased(undefined);
    setSelection(new Map([...selection].filter(([selected]) => selected !== id)));
    say(text.erase.erasing);
    reload();
  };
  const table = {
    ...{ filter, version, selection, select: setSelection, erase: setErased },
    empty: search !== '' ? text.notFound : filter.teamId || filter.status ? text.noMatch : text.empty,
  };
  return (
    <div class="stack">
      <search class="member-filters">
        <Field
          id="member-search"
          label={text.search}
          type="search"
          autocomplete="off"
          maxLength={200}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Choice
          label={text.team}
          options={[[undefined, text.everyTeam], ...teamOptions(teams.value)]}
          value={filter.teamId}
          choose={(teamId) => setFilter({ ...filter, teamId })}
        />
        <Choice
          label={text.status}
          options={[[undefined, text.everyStatus], ...named(text.statuses)]}
          value={filter.status}
          choose={(status) => setFilter({ ...filter, status })}
        />
        <a class="quiet" href={addressOf('members', TEAMS)}>
          <Icon name="people" />
          {can('manager') ? text.manageTeams : text.teams.title}
        </a>
      </search>
      {search === '' ? (
        <ListedMembers key={`${filter.teamId} ${filter.status}`} {...table} />
      ) : (
        <FoundMembers search={search} {...table} />
      )}
      {selection.size > 0 && (
        <SelectionBar
          selection={selection}
          teams={teams.value ?? []}
          clear={() => setSelection(NO_ONE)}
          moved={() => {
            setSelection(NO_ONE);
            reload();
          }}
        />
      )}
      {erased && (
        <EraseDialog
          name={erased.name ?? erased.email}
          email={erased.email}
          erase={() => erase(erased)}
          close={() => setErased(undefined)}
        />
      )}
    </div>
  );
}

interface TableProps {
  filter: Filter;
  version: number;
  selection: Selection;
  select(selection: Selection): void;
  erase(member: Member): void;
  empty: string;
}

function ListedMembers({ filter, version, ...table }: TableProps) {
  return <MemberTable rows={useListedRows(filter, version)} {...table} />;
}

function FoundMembers({ search, filter, version, ...table }: TableProps & { search: string }) {
  const rows: Rows = useFoundRows(search, filter, version);
  return <MemberTable rows={rows} {...table} />;
}

/** A text once it has not changed for a moment; an empty one at once. */
function useTyped(text: string): string {
  const [sent, setSent] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSent(text), text === '' ? 0 : TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return sent;
}
