import { IconButton } from '../../design/icon.tsx';
import type { Answer } from '../../service/api.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { Time } from '../parts.tsx';
import { addressOf } from '../route.ts';

export type InviteRecord = Answer<'GET /api/v2/organization/invites'>['invites'][number];

const COLUMNS = ['person', 'status', 'sent', 'expires', 'actions'] as const;

interface Actions {
  copy(invite: InviteRecord): void;
  resend(invite: InviteRecord): void;
  revoke(invite: InviteRecord): void;
}

export function InviteTable({ invites, ...actions }: { invites: readonly InviteRecord[] } & Actions) {
  const text = useText(adminInvites).list;
  return (
    <table class="invite-table" aria-label={text.title}>
      <thead>
        <tr>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" class={`${name}-column`}>
              {text.columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {invites.map((invite) => (
          <InviteRow key={invite.id ?? invite.email} invite={invite} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function InviteRow({ invite, copy, resend, revoke }: { invite: InviteRecord } & Actions) {
  const text = useText(adminInvites).list;
  const { email, status, teamName, mailRefused, mailedAt, link, createdAt, expiresAt } = invite;
  const isPending = status === 'pending';
  const { can } = useDesk();
  return (
    <tr>
      <td class="person-column">
        {email ? <a href={addressOf('person', email)}>{email}</a> : <b>{text.erased}</b>}
        {teamName !== null && <span class="hint">{teamName}</span>}
      </td>
      <td class="status-column">
        <span class={`status ${status === 'completed' ? 'active' : status}`}>{useStatus(invite)}</span>
        {mailRefused && <span class="fault">{text[mailRefused.reason]}</span>}
        {isPending && !mailRefused && mailedAt === undefined && <span class="hint">{text.unmailed}</span>}
      </td>
      <td class="sent-column">
        <span class="phone-label">{text.columns.sent}</span> <Time at={mailedAt ?? createdAt} />
      </td>
      <td class="expires-column">
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
