import { useState } from 'preact/hooks';
import { Field, submitted } from '../../design/form.tsx';
import { Button, Icon } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import { say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { adminMembers } from '../../text/admin-members.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
import { addressOf } from '../route.ts';

const NAME_MAX_LENGTH = 100;

export type Team = Answer<'GET /api/v2/organization/teams'>['teams'][number];

/** The teams of the organization, which can be created, renamed and deleted here. */
export function Teams() {
  const { api, can } = useDesk();
  const text = useText(adminMembers).teams;
  const { ask, dialog } = useQuestion();
  const loaded = useLoaded(async () => (await api.call('GET /api/v2/organization/teams')).teams, [api]);
  const { isBusy, act } = useAct();
  const changed = async (sentence: string) => {
    say(sentence);
    await loaded.reload();
  };
  const create = submitted((entered, form) => {
    const name = entered.text('name');
    act(async () => {
      await api.call('POST /api/v2/organization/teams', { body: { name } });
      // Before the page tells of the team: the next name may be typed from then on.
      form.reset();
      await changed(text.created(name));
    });
  });
  const remove = ({ id: teamId, name }: Team) =>
    act(async () => {
      const { consequence, remove: action } = text;
      if (!(await ask({ question: text.question(name), consequence, action }))) return;
      await api.call('DELETE /api/v2/organization/teams/{teamId}', { path: { teamId } });
      await changed(text.removed(name));
    });
  const rename = async (teamId: string, name: string) => {
    await api.call('PUT /api/v2/organization/teams/{teamId}', { path: { teamId }, body: { name } });
    await changed(text.renamed);
  };
  return (
    <div class="stack">
      <a class="back" href={addressOf('members')}>
        <Icon name="back" />
        {text.back}
      </a>
      <section class="card" aria-labelledby="teams-title">
        <div>
          <h2 id="teams-title">{text.title}</h2>
          <p class="hint">{text.lead}</p>
        </div>
        {can('manager') && (
          <form class="row" onSubmit={create}>
            <Field
              id="team-name"
              label={text.name}
              name="name"
              required
              autocomplete="off"
              maxLength={NAME_MAX_LENGTH}
              placeholder={text.placeholder}
            />
            <Button type="submit" class="primary" label={text.create} disabled={isBusy} />
          </form>
        )}
        <Show loaded={loaded} empty={text.empty}>
          {(teams) => (
            <ul class="rows team-rows">
              {teams.map((team) => (
                <TeamRow
                  key={team.id}
                  team={team}
                  rename={(name) => rename(team.id, name)}
                  remove={() => remove(team)}
                />
              ))}
            </ul>
          )}
        </Show>
      </section>
      {dialog}
    </div>
  );
}

interface TeamRowProps {
  team: Team;
  rename(name: string): Promise<void>;
  remove(): void;
}

function TeamRow({ team: { name }, rename, remove }: TeamRowProps) {
  const { can } = useDesk();
  const text = useText(adminMembers).teams;
  const { cancel } = useText(common);
  const [isRenaming, setIsRenaming] = useState(false);
  const { isBusy, act } = useAct();
  const save = submitted((form) =>
    act(async () => {
      await rename(form.text('name'));
      setIsRenaming(false);
    }),
  );
  if (isRenaming) {
    return (
      <li>
        <form
          class="beside rename"
          onSubmit={save}
          onKeyDown={({ key }) => key === 'Escape' && setIsRenaming(false)}
        >
          <input
            name="name"
            aria-label={text.newName(name)}
            required
            autocomplete="off"
            maxLength={NAME_MAX_LENGTH}
            defaultValue={name}
            onFocus={({ currentTarget }) => currentTarget.select()}
            ref={(input) => input?.focus()}
          />
          <Button type="submit" class="primary" label={text.save} disabled={isBusy} />
          <Button label={cancel} onClick={() => setIsRenaming(false)} />
        </form>
      </li>
    );
  }
  return (
    <li>
      <b class="what">{name}</b>
      {can('manager') && (
        <>
          <Button
            label={text.rename}
            aria-label={text.renameNamed(name)}
            onClick={() => setIsRenaming(true)}
          />
          <Button label={text.remove} aria-label={text.removeNamed(name)} onClick={remove} />
        </>
      )}
    </li>
  );
}
