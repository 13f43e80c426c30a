import { useState } from 'preact/hooks';
import { Icon } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import type { Answer } from '../../service/api.ts';
import { adminMembers } from '../../text/admin-members.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
import { addressOf } from '../route.ts';

const NAME_MAX_LENGTH = 100;

export type Team = Answer<'GET /api/v2/organization/teams'>['teams'][number];
type FormSubmit = SubmitEvent & { currentTarget: HTMLFormElement };

/** The teams of the organization, which can be created, renamed and deleted here. */
export function Teams() {
  const { api, can, fail, clear } = useDesk();
  const text = useText(adminMembers).teams;
  const { ask, dialog } = useQuestion();
  const loaded = useLoaded(async () => (await api.call('GET /api/v2/organization/teams')).teams, [api]);
  const { isBusy, run } = useAction(fail);
  const change = async (call: () => Promise<unknown>, done: string) => {
    clear();
    await call();
    say(done);
    await loaded.reload();
  };
  const create = (event: FormSubmit) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name') ?? '');
    const call = async () => {
      await api.call('POST /api/v2/organization/teams', { body: { name } });
      // Before the page tells of the team: the next name may be typed from then on.
      form.reset();
    };
    void run(() => change(call, text.created(name)));
  };
  const remove = async ({ id, name }: Team) => {
    const question = { question: text.question(name), consequence: text.consequence, action: text.remove };
    if (!(await ask(question))) return;
    await run(() =>
      change(
        () => api.call('DELETE /api/v2/organization/teams/{teamId}', { path: { teamId: id } }),
        text.removed(name),
      ),
    );
  };
  const rename = (id: string, name: string) =>
    change(
      () => api.call('PUT /api/v2/organization/teams/{teamId}', { path: { teamId: id }, body: { name } }),
      text.renamed,
    );
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
            <label class="field" for="team-name">
              <span>{text.name}</span>
              <input
                id="team-name"
                name="name"
                required
                autocomplete="off"
                maxLength={NAME_MAX_LENGTH}
                placeholder={text.placeholder}
              />
            </label>
            <button type="submit" class="primary" disabled={isBusy}>
              {text.create}
            </button>
          </form>
        )}
        <Show loaded={loaded}>
          {(teams) =>
            teams.length === 0 ? (
              <p class="empty">{text.empty}</p>
            ) : (
              <ul class="rows team-rows">
                {teams.map((team) => (
                  <TeamRow
                    key={team.id}
                    team={team}
                    rename={(name) => rename(team.id, name)}
                    remove={() => void remove(team)}
                  />
                ))}
              </ul>
            )
          }
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
  const { can, fail } = useDesk();
  const text = useText(adminMembers).teams;
  const { cancel } = useText(common);
  const [isRenaming, setIsRenaming] = useState(false);
  const { isBusy, run } = useAction(fail);
  const save = (event: FormSubmit) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('name') ?? '');
    void run(async () => {
      await rename(next);
      setIsRenaming(false);
    });
  };
  if (isRenaming) {
    return (
      <li>
        <form class="rename" onSubmit={save}>
          <input
            name="name"
            aria-label={text.newName(name)}
            required
            autocomplete="off"
            maxLength={NAME_MAX_LENGTH}
            defaultValue={name}
            ref={(input) => input?.focus()}
          />
          <button type="submit" class="primary" disabled={isBusy}>
            {text.save}
          </button>
          <button type="button" class="quiet" onClick={() => setIsRenaming(false)}>
            {cancel}
          </button>
        </form>
      </li>
    );
  }
  return (
    <li>
      <b class="what">{name}</b>
      {can('manager') && (
        <>
          <button
            type="button"
            class="quiet"
            aria-label={text.renameNamed(name)}
            onClick={() => setIsRenaming(true)}
          >
            {text.rename}
          </button>
          <button type="button" class="quiet" aria-label={text.removeNamed(name)} onClick={remove}>
            {text.remove}
          </button>
        </>
      )}
    </li>
  );
}
