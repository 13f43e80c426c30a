import { useState } from 'preact/hooks';
import { ROLES, type Role } from '../../../shared/contract/roles.ts';
import { Check, Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { admin } from '../../text/admin.ts';
import { adminUsers } from '../../text/admin-users.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk } from '../desk.ts';

/** Invites a user by mail. */
export function InviteForm({ invited }: { invited(): Promise<void> }) {
  const { api } = useDesk();
  const { invite, rights } = useText(adminUsers);
  const { roles } = useText(admin);
  const { isBusy, act } = useAct();
  const [role, setRole] = useState<Role>('viewer');
  const submit = submitted((entered, form) => {
    const email = entered.text('email');
    act(async () => {
      await api.call('POST /api/admin/users', { body: { email, role } });
      say(invite.sent(email));
      form.reset();
      setRole('viewer');
      await invited();
    });
  });
  return (
    <form class="card" aria-label={invite.title} onSubmit={submit}>
      <h2>{invite.title}</h2>
      <Field
        id="user-email"
        label={invite.email}
        name="email"
        type="email"
        required
        maxLength={254}
        autocomplete="off"
        placeholder={invite.placeholder}
      />
      <fieldset class="choices">
        <legend>{invite.role}</legend>
        {ROLES.map((each) => (
          <Check
            key={each}
            type="radio"
            name="role"
            checked={role === each}
            onChange={() => setRole(each)}
            label={
              <span>
                {' '}
                <b>{roles[each]}</b> <span class="hint">{rights[each]}</span>{' '}
              </span>
            }
          />
        ))}
      </fieldset>
      <Button type="submit" class="primary start" icon="mail" label={invite.action} disabled={isBusy} />
    </form>
  );
}
