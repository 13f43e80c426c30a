import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';

export function InviteOne({ version, sent }: { version: number; sent(): void }) {
  const { api, fail, clear } = useDesk();
  const text = useText(adminInvites).one;
  const { isBusy, run } = useAction(fail);
  const teams = useLoaded(
    async () => (await api.call('GET /api/v2/organization/teams')).teams,
    [api, version],
  );
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    clear();
    const form = event.currentTarget;
    const data = new FormData(form);
    const email = String(data.get('email') ?? '');
    const teamId = String(data.get('team') ?? '');
    void run(async () => {
      const answer = await api.call('POST /api/v2/organization/invites', {
        body: { email, ...(teamId !== '' && { teamId }) },
        idempotencyKey: crypto.randomUUID(),
      });
      form.reset();
      say(text.sent(answer.input.email));
      sent();
    });
  };
  return (
    <section class="card" aria-labelledby="invite-one">
      <h2 id="invite-one">{text.title}</h2>
      <form class="invite-one" onSubmit={submit}>
        <label class="field" for="invite-email">
          <span>{text.email}</span>
          <input id="invite-email" name="email" type="email" required autocomplete="off" />
        </label>
        <label class="field" for="invite-team">
          <span>{text.team}</span>
          <select id="invite-team" name="team">
            <option value="">{text.noTeam}</option>
            {teams.value?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary" disabled={isBusy}>
          {text.action}
        </button>
      </form>
      <p class="hint">{text.hint}</p>
    </section>
  );
}
