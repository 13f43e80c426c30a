import { useState } from 'preact/hooks';
import { ROLES, type Role } from '../../../shared/contract/roles.ts';
import { Icon } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import { admin } from '../../text/admin.ts';
import { adminUsers } from '../../text/admin-users.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';

/** Invites a user by mail. */
export function InviteForm({ invited }: { invited(): Promise<void> }) {
  const { api, fail, clear } = useDesk();
  const { invite, rights } = useText(adminUsers);
  const { roles } = useText(admin);
  const { isBusy, run } = useAction(fail);
  const [role, setRole] = useState<Role>('viewer');
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    clear();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email') ?? '').trim();
    void run(async () => {
      await api.call('POST /api/admin/users', { body: { email, role } });
      say(invite.sent(email));
      form.reset();
      setRole('viewer');
      await invited();
    });
  };
  return (
    <form class="card" aria-label={invite.title} onSubmit={submit}>
      <h2>{invite.title}</h2>
      <label class="field" for="user-email">
        <span>{invite.email}</span>
        <input
          id="user-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autocomplete="off"
          placeholder={invite.placeholder}
        />
      </label>
      <fieldset class="choices">
        <legend>{invite.role}</legend>
        {ROLES.map((each) => (
          <label key={each} class="check">
            <input type="radio" name="role" checked={role === each} onChange={() => setRole(each)} />
            <span>
              <b>{roles[each]}</b> <span class="hint">{rights[each]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <button type="submit" class="primary start" disabled={isBusy}>
        <Icon name="mail" />
        {invite.action}
      </button>
    </form>
  );
}
