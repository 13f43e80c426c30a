import type { Answer } from '../../service/api.ts';
import { adminWebhooks } from '../../text/admin-webhooks.ts';
import { useText } from '../../text/language.tsx';
import { Choice, named } from '../choice.tsx';
import { useDesk, usePages } from '../desk.ts';
import { keptState } from '../kept-state.ts';
import { More, Show, Time } from '../parts.tsx';
import { addressOf } from '../route.ts';
import { DeliveryPage, DeliveryStatus } from './delivery.tsx';

export type Delivery = Answer<'GET /api/admin/deliveries'>['deliveries'][number];

const PAGE_SIZE = 50;

const useStatusFilter = keptState<Delivery['status'] | undefined>(undefined);
const useEventFilter = keptState<Delivery['event'] | undefined>(undefined);

/** The delivery log, or the one webhook that the address names. */
export function Deliveries({ resource }: { resource: string | undefined }) {
  return resource === undefined ? <Log /> : <DeliveryPage key={resource} webhookId={resource} />;
}

function Log() {
  const { api } = useDesk();
  const { log, statuses, events } = useText(adminWebhooks);
  const all = [undefined, log.all] as const;
  const [status, setStatus] = useStatusFilter();
  const [event, setEvent] = useEventFilter();
  const { loaded, more } = usePages(
    async (before) => {
      const query = { limit: PAGE_SIZE, status, event, before };
      const page = await api.call('GET /api/admin/deliveries', { query });
      return { entries: page.deliveries, next: page.next };
    },
    [api, status, event],
  );
  return (
    <div class="stack">
      <div class="filters">
        <Choice label={log.status} options={[all, ...named(statuses)]} value={status} choose={setStatus} />
        <Choice label={log.event} options={[all, ...named(events)]} value={event} choose={setEvent} />
      </div>
      <Show loaded={loaded} empty={status || event ? log.noMatch : log.empty} isCard>
        {(deliveries) => (
          <ul class="card rows">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.webhookId} delivery={delivery} />
            ))}
          </ul>
        )}
      </Show>
      <More more={more} />
    </div>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { log, events } = useText(adminWebhooks);
  const { webhookId, event, attempts, responseStatus, error, createdAt } = delivery;
  return (
    <li>
      <div class="what">
        <p>
          <a href={addressOf('deliveries', webhookId)}>{events[event]}</a>
        </p>
        <p class="code hint">{webhookId}</p>
      </div>
      <DeliveryStatus {...delivery} />
      <p class="hint">
        {log.attempts(attempts)}
        {(responseStatus ?? error) !== null && ` · ${responseStatus ?? error}`}
        <br />
        <Time at={createdAt} />
      </p>
    </li>
  );
}
