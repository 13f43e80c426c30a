import { ROLES, type Role } from '../../../shared/contract/roles.ts';
import { Button } from '../../design/icon.tsx';
import { type Question, useQuestion } from '../../design/question.tsx';
import { say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { admin } from '../../text/admin.ts';
import { adminUsers } from '../../text/admin-users.ts';
import { useText } from '../../text/language.tsx';
import { named, OptionList } from '../choice.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { Show, Time } from '../parts.tsx';
import { InviteForm } from './invite-form.tsx';

/** The users of the organization. Owners invite and remove users and change their roles; each user can leave. */
export function Users() {
  const { api, can } = useDesk();
  const text = useText(adminUsers);
  const { ask, dialog } = useQuestion();
  const loaded = useLoaded(async () => (await api.call('GET /api/admin/users')).users, [api]);
  return (
    <div class="stack">
      {can('owner') ? <InviteForm invited={loaded.reload} /> : <p class="card">{text.onlyOwners}</p>}
      <Show loaded={loaded}>
        {(users) => (
          <ul class="card rows users">
            {users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                isOnlyOwner={
                  user.role === 'owner' && users.filter(({ role }) => role === 'owner').length === 1
                }
                ask={ask}
                reload={loaded.reload}
              />
            ))}
          </ul>
        )}
      </Show>
      {dialog}
    </div>
  );
}

interface UserRowProps {
  user: Answer<'GET /api/admin/users'>['users'][number];
  isOnlyOwner: boolean;
  ask(question: Question): Promise<boolean>;
  reload(): Promise<void>;
}

function UserRow({ user, isOnlyOwner, ask, reload }: UserRowProps) {
  const { user: self, can } = useDesk();
  const text = useText(adminUsers);
  const { roles } = useText(admin);
  const { email, role, invitedAt, lastSignInAt } = user;
  const isSelf = user.id === self?.id;
  return (
    <li>
      <div class="what">
        <p class="name">
          <b>{email}</b>
          {isSelf && <span class="badge">{text.you}</span>}
        </p>
        <p class="hint">
          {lastSignInAt === null ? (
            <>
              {text.waiting} · {text.invited} <Time at={invitedAt} />
            </>
          ) : (
            <>
              {text.signedIn} <Time at={lastSignInAt} />
            </>
          )}
        </p>
        {isSelf && isOnlyOwner && <p class="hint">{text.lastOwner}</p>}
      </div>
      {can('owner') ? (
        <RoleChoice user={user} isFixed={isOnlyOwner} isSelf={isSelf} ask={ask} reload={reload} />
      ) : (
        <span class="badge">{roles[role]}</span>
      )}
      {isSelf ? (
        <LeaveButton isDisabled={isOnlyOwner} ask={ask} />
      ) : (
        can('owner') && <RemoveButton user={user} ask={ask} reload={reload} />
      )}
    </li>
  );
}

interface RoleChoiceProps extends Pick<UserRowProps, 'user' | 'ask' | 'reload'> {
  isFixed: boolean;
  isSelf: boolean;
}

function RoleChoice({ user: { id, email, role }, isFixed, isSelf, ask, reload }: RoleChoiceProps) {
  const { api, refreshUser } = useDesk();
  const text = useText(adminUsers);
  const { roles } = useText(admin);
  const { isBusy, act } = useAct();
  const change = async (chosen: Role) => {
    if (!isSelf || (await ask(text.ownRole))) {
      await api.call('PUT /api/admin/users/{userId}', { path: { userId: id }, body: { role: chosen } });
      say(text.changed(email, roles[chosen]));
    }
    // A choice that was not made final is taken back, too.
    await Promise.all([reload(), isSelf ? refreshUser() : undefined]);
  };
  return (
    <select
      aria-label={text.roleOf(email)}
      value={role}
      disabled={isFixed || isBusy}
      onChange={(event) => {
        const select = event.currentTarget;
        const chosen = ROLES.find((each) => each === select.value) ?? role;
        select.value = role;
        act(() => change(chosen));
      }}
    >
      <OptionList options={named(roles)} />
    </select>
  );
}

function RemoveButton({
  user: { id, email, role },
  ask,
  reload,
}: Pick<UserRowProps, 'user' | 'ask' | 'reload'>) {
  const { api } = useDesk();
  const text = useText(adminUsers);
  const { isBusy, act } = useAct();
  const remove = async () => {
    const { question, removed } = text.removal;
    // Owners have seen them.
    const consequence = role === 'owner' ? text.removal.ofOwner : text.removal.consequence;
    if (!(await ask({ question: question(email), consequence, action: text.remove }))) return;
    await api.call('DELETE /api/admin/users/{userId}', { path: { userId: id } });
    say(removed(email));
    await reload();
  };
  return (
    <Button
      label={text.remove}
      aria-label={text.removeNamed(email)}
      disabled={isBusy}
      onClick={() => act(remove)}
    />
  );
}

function LeaveButton({ isDisabled, ask }: Pick<UserRowProps, 'ask'> & { isDisabled: boolean }) {
  const { api, organization, leave } = useDesk();
  const text = useText(adminUsers).leave;
  const { isBusy, act } = useAct();
  const confirm = async () => {
    const { question, consequence, action } = text;
    if (!(await ask({ question: question(organization.name), consequence, action }))) return;
    await api.call('DELETE /api/admin/user');
    leave();
  };
  return <Button label={text.action} disabled={isDisabled || isBusy} onClick={() => act(confirm)} />;
}
