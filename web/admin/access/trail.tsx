import { adminAccess } from '../../text/admin-access.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, usePages } from '../desk.ts';
import { More, Show, Time } from '../parts.tsx';
import { useEmails } from '../users/use-emails.ts';

const PAGE_SIZE = 50;

/** The audit trail, newest first. */
export function Trail() {
  const { api } = useDesk();
  const text = useText(adminAccess).trail;
  const emails = useEmails();
  const { loaded, more } = usePages(
    (before) => api.call('GET /api/admin/audit', { query: { limit: PAGE_SIZE, before } }),
    [api],
  );
  return (
    <div class="stack">
      <Show loaded={loaded}>
        {(entries) => (
          <ul class="card rows">
            {entries.map(({ id, action, target, actor, address, createdAt }) => (
              <li key={id}>
                <div class="what">
                  <p class="sentence">{text.actions[action]}</p>
                  {target !== null && <p class="code hint">{emails.get(target) ?? target}</p>}
                </div>
                <p class="hint">
                  {(actor.id !== null && emails.get(actor.id)) || text.actors[actor.kind]}
                  {address !== null && ` ${text.from} ${address}`}
                  <br />
                  <Time at={createdAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </Show>
      <More more={more} />
    </div>
  );
}
