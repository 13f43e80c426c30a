import { IconButton } from '../../design/icon.tsx';
import type { Answer } from '../../service/api.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { Time } from '../parts.tsx';
import { addressOf } from '../route.ts';
import type { InviteSelection } from './invite-bar.tsx';

export type InviteRecord = Answer<'GET /api/v2/organization/invites'>['invites'][number];

/** Whether the mail of an invite is about to be sent. */
export function waitsForMail({ status, mailRefused, mailedAt }: InviteRecord): boolean {
  return status === 'pending' && !mailRefused && mailedAt === undefined;
}

/** The columns after that of the checkboxes. */
const COLUMNS = ['person', 'status', 'sent', 'expires', 'actions'] as const;

interface Actions {
  copy(invite: InviteRecord): void;
  resend(invite: InviteRecord): void;
  revoke(invite: InviteRecord): void;
}

interface InviteTableProps extends Actions {
  invites: readonly InviteRecord[];
  selection: InviteSelection;
  select(selection: InviteSelection): void;
}

export function InviteTable({ invites, selection, select, ...actions }: InviteTableProps) {
  const text = useText(adminInvites).list;
  const { can } = useDesk();
  const pending = invites.filter(({ status }) => status === 'pending').map(({ email }) => email);
  const toggle = (emails: readonly string[], isChosen: boolean) => {
    const next = new Set(selection);
    for (const email of emails) isChosen ? next.add(email) : next.delete(email);
    select(next);
  };
  return (
    <table class="stacked invite-table" aria-label={text.title}>
      <thead>
        <tr>
          <td class="select-column">
            {can('manager') && pending.length > 0 && (
              <Checkbox
                label={text.selectAll}
                isShown
                checked={pending.every((email) => selection.has(email))}
                choose={(isChosen) => toggle(pending, isChosen)}
              />
            )}
          </td>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" class={`${name}-column`}>
              {text.columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {invites.map((invite) => (
          <InviteRow
            key={invite.id ?? invite.email}
            invite={invite}
            isSelected={selection.has(invite.email)}
            toggle={(isChosen) => toggle([invite.email], isChosen)}
            {...actions}
          />
        ))}
      </tbody>
    </table>
  );
}

interface CheckboxProps {
  label: string;
  /** Whether a phone shows the label, where no column does. */
  isShown?: boolean;
  checked: boolean;
  choose(isChosen: boolean): void;
}

function Checkbox({ label, isShown, checked, choose }: CheckboxProps) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
      {isShown && (
        <span class="phone-label" aria-hidden="true">
          {label}
        </span>
      )}
    </label>
  );
}

interface InviteRowProps extends Actions {
  invite: InviteRecord;
  isSelected: boolean;
  toggle(isChosen: boolean): void;
}

function InviteRow({ invite, isSelected, toggle, copy, resend, revoke }: InviteRowProps) {
  const text = useText(adminInvites).list;
  const { email, name, status, teamName, mailRefused, mailedAt, link, createdAt, expiresAt } = invite;
  const isPending = status === 'pending';
  const { can } = useDesk();
  return (
    <tr class={isSelected ? 'selected' : undefined}>
      <td class="select-column">
        {isPending && can('manager') && (
          <Checkbox label={text.select(email)} checked={isSelected} choose={toggle} />
        )}
      </td>
      <td class="person-column">
        {email ? <a href={addressOf('person', email)}>{name ?? email}</a> : <b>{text.erased}</b>}
        {name !== undefined && <span class="hint">{email}</span>}
        {teamName !== null && <span class="hint">{teamName}</span>}
      </td>
      <td class="status-column">
        <span class={`status ${status === 'completed' ? 'active' : status}`}>{useStatus(invite)}</span>
        {mailRefused && <span class="fault">{text[mailRefused.reason]}</span>}
        {waitsForMail(invite) && <span class="hint">{text.unmailed}</span>}
      </td>
      <td class="hint sent-column">
        <span class="phone-label">{text.columns.sent}</span> <Time at={mailedAt ?? createdAt} />
      </td>
      <td class="hint expires-column">
        {isPending && (
          <>
            <span class="phone-label">{text.columns.expires}</span> <Time at={expiresAt} />
          </>
        )}
      </td>
      <td class="actions-column">
        {isPending && can('manager') && (
          <div>
            {link !== undefined && (
              <IconButton name="copy" label={text.copy(email)} onClick={() => copy(invite)} />
            )}
            <IconButton name="mail" label={text.resend(email)} onClick={() => resend(invite)} />
            <IconButton name="bin" label={text.revoke(email)} onClick={() => revoke(invite)} />
          </div>
        )}
      </td>
    </tr>
  );
}

/** An invite that has expired has the status of a revoked one. */
function useStatus({ status, expiresAt }: InviteRecord): string {
  const { list, status: texts } = useText(adminInvites);
  if (status !== 'revoked') return texts[status];
  return Date.parse(expiresAt) <= Date.now() ? list.expired : list.isRevoked;
}
