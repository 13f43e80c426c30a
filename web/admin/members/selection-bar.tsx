import { useState } from 'preact/hooks';
import { submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { adminMembers } from '../../text/admin-members.ts';
import { useText } from '../../text/language.tsx';
import { Choice, teamOptions } from '../choice.tsx';
import { useAct, useDesk } from '../desk.ts';
import type { Selection } from './member-table.tsx';
import { SELECTION_MAX } from './rows.ts';
import type { Team } from './teams.tsx';

interface SelectionBarProps {
  selection: Selection;
  teams: readonly Team[];
  clear(): void;
  /** Called when all selected members were moved. */
  moved(): void;
}

/** Moves the selected members to a team. */
export function SelectionBar({ selection, teams, clear, moved }: SelectionBarProps) {
  const { api } = useDesk();
  const text = useText(adminMembers);
  const [teamId, setTeamId] = useState('');
  const { isBusy, act } = useAct();
  const move = async () => {
    const emails = [...selection.values()].map(({ email }) => email);
    for (let first = 0; first < emails.length; first += SELECTION_MAX) {
      const body = { emails: emails.slice(first, first + SELECTION_MAX) };
      await api.call('POST /api/v2/organization/teams/{teamId}/members', { path: { teamId }, body });
    }
    say(text.moved(emails.length, teams.find(({ id }) => id === teamId)?.name ?? ''));
    moved();
  };
  return (
    <form
      class="beside selection-bar"
      aria-label={text.selected(selection.size)}
      onSubmit={submitted(() => act(move))}
    >
      <b role="status">{text.selected(selection.size)}</b>
      <Button label={text.clear} onClick={clear} />
      <Choice
        label={text.moveTo}
        isLabelHidden
        required
        options={[['', text.chooseTeam], ...teamOptions(teams)]}
        value={teamId}
        choose={setTeamId}
      />
      <Button type="submit" class="primary" label={text.move} disabled={isBusy || teamId === ''} />
    </form>
  );
}
