import { useState } from 'preact/hooks';
import type { addTeamMembers } from '../../../shared/contract/v2/teams.ts';
import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import { adminMembers } from '../../text/admin-members.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import type { Selection } from './member-table.tsx';

import { SELECTION_MAX } from './rows.ts';
import { TEAMS_PATH, type Team } from './teams.tsx';

interface SelectionBarProps {
  selection: Selection;
  teams: readonly Team[];
  clear(): void;
  /** Called when all selected members were moved. */
  moved(): void;
}

/** Moves the selected members to a team. */
export function SelectionBar({ selection, teams, clear, moved }: SelectionBarProps) {
  const desk = useDesk();
  const text = useText(adminMembers);
  const [teamId, setTeamId] = useState('');
  const { isBusy, run } = useAction(desk.fail);
  const move = async () => {
    desk.clear();
    const emails = [...selection.values()].map(({ email }) => email);
    for (let first = 0; first < emails.length; first += SELECTION_MAX) {
      const body = { emails: emails.slice(first, first + SELECTION_MAX) };
      await desk.api.call<typeof addTeamMembers>('POST', `${TEAMS_PATH}/${teamId}/members`, body);
    }
    say(text.moved(emails.length, teams.find(({ id }) => id === teamId)?.name ?? ''));
    moved();
  };
  return (
    <form
      class="selection-bar"
      aria-label={text.selected(selection.size)}
      onSubmit={(event) => {
        event.preventDefault();
        void run(move);
      }}
    >
      <b role="status">{text.selected(selection.size)}</b>
      <label class="field" for="move-team">
        <span class="unseen">{text.moveTo}</span>
        <select
          id="move-team"
          required
          value={teamId}
          onChange={({ currentTarget }) => setTeamId(currentTarget.value)}
        >
          <option value="">{text.chooseTeam}</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="primary" disabled={isBusy || teamId === ''}>
        {text.move}
      </button>
      <button type="button" class="quiet" onClick={clear}>
        {text.clear}
      </button>
    </form>
  );
}
