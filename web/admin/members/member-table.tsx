import { useState } from 'preact/hooks';
import { Button, Icon, IconButton } from '../../design/icon.tsx';
import { VirtualRows } from '../../design/virtual-rows.tsx';
import { adminMembers } from '../../text/admin-members.ts';
import { adminModels } from '../../text/admin-models.ts';
import { common } from '../../text/common.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { addressOf } from '../route.ts';
import { type Member, type Rows, SELECTION_MAX } from './rows.ts';

/** The members that were chosen to be moved, by their ids. They stay chosen while others are searched for. */
export type Selection = ReadonlyMap<string, Member>;

interface MemberTableProps {
  rows: Rows;
  selection: Selection;
  select(selection: Selection): void;
  erase(member: Member): void;
  /** The sentence to show when there are no members. */
  empty: string;
}

/** A list of members of any length: only the rows that the window shows are in the page. */
export function MemberTable({ rows, selection, select, erase, empty }: MemberTableProps) {
  const text = useText(adminMembers);
  const { loading, tryAgain } = useText(common);
  const { language } = useLanguage();
  const { clear } = useDesk();
  const { count, hasMore, retry } = rows;
  if (retry) {
    const again = () => {
      clear();
      retry();
    };
    return <Button icon="retry" label={tryAgain} onClick={again} />;
  }
  if (count === undefined) return <p class="card pause">{loading}</p>;
  if (count === 0) return <p class="card empty">{hasMore ? loading : empty}</p>;
  const shown = count.toLocaleString(language);
  const toggle = (member: Member) => {
    const next = new Map(selection);
    if (!next.delete(member.id)) next.set(member.id, member);
    select(next);
  };
  return (
    <section class="card members">
      <p class="hint" role="status">
        {hasMore ? text.countSoFar(shown) : text.count(shown)}
      </p>
      <div>
        <div class="member-head">
          <div class="member-row">
            <SelectAll rows={rows} selection={selection} select={select} />
            {(['person', 'team', 'status', 'photos', 'joined'] as const).map((name) => (
              <span key={name} class={`${name}-cell`} aria-hidden="true">
                {text.columns[name]}
              </span>
            ))}
          </div>
        </div>
        <VirtualRows label={text.table} count={count} hasMore={hasMore} onRange={rows.show}>
          {(index) => {
            const member = rows.at(index);
            if (member === undefined) return <PendingRow />;
            const isSelected = selection.has(member.id);
            return <MemberRow {...{ member, isSelected, toggle, erase }} />;
          }}
        </VirtualRows>
      </div>
    </section>
  );
}

function SelectAll({ rows, selection, select }: Pick<MemberTableProps, 'rows' | 'selection' | 'select'>) {
  const { fail, can } = useDesk();
  const text = useText(adminMembers);
  const [isBusy, setIsBusy] = useState(false);
  const { count = 0, hasMore } = rows;
  const isTooLong = hasMore || count > SELECTION_MAX;
  const choose = async (isChosen: boolean) => {
    if (!isChosen) return select(new Map());
    setIsBusy(true);
    try {
      const all = (await rows.all()) ?? [];
      select(new Map([...selection, ...all.map((member) => [member.id, member] as const)]));
    } catch (error) {
      fail(error);
    }
    setIsBusy(false);
  };
  if (!can('manager')) return <span class="select-cell" />;
  return (
    <span class="select-cell" title={isTooLong ? text.selectFewer : text.selectAll}>
      <label>
        <input
          type="checkbox"
          aria-label={text.selectAll}
          disabled={isBusy || isTooLong}
          checked={selection.size > 0 && selection.size === count}
          onChange={({ currentTarget }) => void choose(currentTarget.checked)}
        />
      </label>
    </span>
  );
}

interface MemberRowProps {
  member: Member;
  isSelected: boolean;
  toggle(member: Member): void;
  erase(member: Member): void;
}

function MemberRow({ member, isSelected, toggle, erase }: MemberRowProps) {
  const text = useText(adminMembers);
  const models = useText(adminModels);
  const { language } = useLanguage();
  const { can } = useDesk();
  const { email, name, teamName, joinedAt } = member;
  const title = name ?? email;
  const [status, label] =
    member.status === 'accepted'
      ? ['accepted', text.statuses.accepted]
      : [member.modelStatus, models.status[member.modelStatus]];
  return (
    <div class={isSelected ? 'member-row selected' : 'member-row'}>
      <span class="select-cell">
        {can('manager') && (
          <label>
            <input
              type="checkbox"
              aria-label={text.select(title)}
              checked={isSelected}
              onChange={() => toggle(member)}
            />
          </label>
        )}
      </span>
      <span class="person-cell">
        <a href={addressOf('person', member.id)}>{title}</a>
        {name !== null && <span class="hint">{email}</span>}
      </span>
      <span class="team-cell">{teamName ?? <span class="hint">{text.noTeam}</span>}</span>
      <span class="status-cell">
        <span class={`status ${status}`}>{label}</span>
      </span>
      <span class="hint photos-cell">
        {member.status === 'finished' && (
          <>
            {text.photos(member.photoCount)}
            {member.hasFavorite && (
              <span class="star" title={text.favorite}>
                <Icon name="star" />
                <span class="unseen">{text.favorite}</span>
              </span>
            )}
          </>
        )}
      </span>
      <span class="hint joined-cell">
        <time dateTime={joinedAt}>
          {new Date(joinedAt).toLocaleDateString(language, { dateStyle: 'medium' })}
        </time>
      </span>
      <span class="erase-cell">
        {can('manager') && (
          <IconButton name="bin" label={text.erase.named(title)} onClick={() => erase(member)} />
        )}
      </span>
    </div>
  );
}

/** The place of a member who is being loaded. */
function PendingRow() {
  const { loading } = useText(common);
  return (
    <div class="member-row loading">
      <span class="person-cell">
        <span class="unseen">{loading}</span>
        <i aria-hidden="true" />
        <i aria-hidden="true" />
      </span>
    </div>
  );
}
