import { Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { OptionList, teamOptions } from '../choice.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';

export function InviteOne({ version, sent }: { version: number; sent(): void }) {
  const { api } = useDesk();
  const text = useText(adminInvites).one;
  const { isBusy, act } = useAct();
  const teams = useLoaded(
    async () => (await api.call('GET /api/v2/organization/teams')).teams,
    [api, version],
  );
  const submit = submitted((entered, form) => {
    const [email, teamId] = [entered.text('email'), entered.text('team')];
    act(async () => {
      const answer = await api.call('POST /api/v2/organization/invites', {
        body: { email, ...(teamId !== '' && { teamId }) },
        idempotencyKey: crypto.randomUUID(),
      });
      form.reset();
      say(text.sent(answer.input.email));
      sent();
    });
  });
  return (
    <section class="card" aria-labelledby="invite-one">
      <h2 id="invite-one">{text.title}</h2>
      <form class="invite-one" onSubmit={submit}>
        <Field id="invite-email" label={text.email} name="email" type="email" required autocomplete="off" />
        <Field id="invite-team" label={text.team}>
          <select id="invite-team" name="team">
            <OptionList options={[['', text.noTeam], ...teamOptions(teams.value)]} />
          </select>
        </Field>
        <Button type="submit" class="primary" label={text.action} disabled={isBusy} />
      </form>
      <p class="hint">{text.hint}</p>
    </section>
  );
}
