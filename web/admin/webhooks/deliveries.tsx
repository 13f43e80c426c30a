import { useState } from 'preact/hooks';
import type { listDeliveries } from '../../../shared/contract/admin/deliveries.ts';
import type { Answer } from '../../service/api.ts';
import { adminWebhooks } from '../../text/admin-webhooks.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, usePages } from '../desk.ts';
import { More, Show, Time } from '../parts.tsx';
import { addressOf } from '../route.ts';
import { DeliveryPage } from './delivery.tsx';

export type Delivery = Answer<typeof listDeliveries>['deliveries'][number];

const PAGE_SIZE = 50;

/** The delivery log, or the one webhook that the address names. */
export function Deliveries({ resource }: { resource: string | undefined }) {
  return resource === undefined ? <Log /> : <DeliveryPage key={resource} webhookId={resource} />;
}

function Log() {
  const { api } = useDesk();
  const { log, statuses, events } = useText(adminWebhooks);
  const [status, setStatus] = useState('');
  const [event, setEvent] = useState('');
  const { loaded, more } = usePages(
    async (before) => {
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ...(status !== '' && { status }),
        ...(event !== '' && { event }),
        ...(before !== undefined && { before }),
      });
      const page = await api.call<typeof listDeliveries>('GET', `/api/admin/deliveries?${query}`);
      return { entries: page.deliveries, next: page.next };
    },
    [api, status, event],
  );
  return (
    <div class="stack">
      <div class="filters">
        <Filter id="status" label={log.status} names={statuses} value={status} choose={setStatus} />
        <Filter id="event" label={log.event} names={events} value={event} choose={setEvent} />
      </div>
      <Show loaded={loaded}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p class="card empty">{log.empty}</p>
          ) : (
            <ul class="card rows">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.webhookId} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </Show>
      <More more={more} />
    </div>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { log, statuses, events } = useText(adminWebhooks);
  const { webhookId, event, status, attempts, responseStatus, error, createdAt } = delivery;
  return (
    <li>
      <div class="what">
        <p>
          <a href={addressOf('deliveries', webhookId)}>{events[event]}</a>
        </p>
        <p class="code hint">{webhookId}</p>
      </div>
      <span class={`status ${status}`}>{statuses[status]}</span>
      <p class="hint">
        {log.attempts(attempts)}
        {(responseStatus ?? error) !== null && ` · ${responseStatus ?? error}`}
        <br />
        <Time at={createdAt} />
      </p>
    </li>
  );
}

interface FilterProps {
  id: string;
  label: string;
  names: Readonly<Record<string, string>>;
  value: string;
  choose(value: string): void;
}

function Filter({ id, label, names, value, choose }: FilterProps) {
  const { all } = useText(adminWebhooks).log;
  return (
    <label class="field" for={`filter-${id}`}>
      <span>{label}</span>
      <select id={`filter-${id}`} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{all}</option>
        {Object.entries(names).map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}
