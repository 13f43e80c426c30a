import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { adminAccess } from '../../text/admin-access.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { Show, Times } from '../parts.tsx';
import { useEmails } from '../users/use-emails.ts';

/** The sessions of the user, for an owner those of all users. That of this page ends by signing out. */
export function Sessions() {
  const { api } = useDesk();
  const { act } = useAct();
  const text = useText(adminAccess).sessions;
  const emails = useEmails();
  const loaded = useLoaded(async () => (await api.call('GET /api/admin/sessions')).sessions, [api]);
  const end = (sessionId: string) =>
    act(async () => {
      await api.call('DELETE /api/admin/sessions/{sessionId}', { path: { sessionId } });
      say(text.ended);
      await loaded.reload();
    });
  return (
    <Show loaded={loaded}>
      {(sessions) => (
        <ul class="card rows">
          {sessions.map(({ id, userId, address, current, createdAt, expiresAt }) => (
            <li key={id}>
              <p class="what name">
                <b>{address ?? text.unknown}</b>
                {current && <span class="badge">{text.current}</span>}
              </p>
              <p class="hint">
                {emails.get(userId)}
                <Times
                  of={[
                    [text.opened, createdAt],
                    [text.until, expiresAt],
                  ]}
                />
              </p>
              {!current && (
                <Button
                  label={text.end}
                  aria-label={text.endOf(address ?? text.unknown)}
                  onClick={() => end(id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Show>
  );
}
