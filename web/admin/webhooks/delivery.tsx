import { Button, Icon } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { adminWebhooks } from '../../text/admin-webhooks.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { Awaited, Code, Show, Time } from '../parts.tsx';
import { addressOf } from '../route.ts';

type Detail = Answer<'GET /api/admin/deliveries/{webhookId}'>;

/** One webhook: its state, its exact body, and every attempt. */
export function DeliveryPage({ webhookId }: { webhookId: string }) {
  const { api } = useDesk();
  const { log } = useText(adminWebhooks);
  const loaded = useLoaded(
    () => api.call('GET /api/admin/deliveries/{webhookId}', { path: { webhookId } }),
    [api, webhookId],
  );
  return (
    <div class="stack">
      <p>
        <a class="back" href={addressOf('deliveries')}>
          <Icon name="back" />
          {log.back}
        </a>
      </p>
      <Show loaded={loaded}>{(detail) => <DeliveryDetail detail={detail} reload={loaded.reload} />}</Show>
    </div>
  );
}

interface DetailProps {
  detail: Detail;
  reload(): Promise<void>;
}

function DeliveryDetail({ detail: { delivery, attempts, body }, reload }: DetailProps) {
  const { api } = useDesk();
  const { log, events, outcomeText } = useText(adminWebhooks);
  const { isBusy, act } = useAct();
  const redeliver = () =>
    act(async () => {
      const { webhookId } = delivery;
      await api.call('POST /api/admin/deliveries/{webhookId}/redeliver', { path: { webhookId } });
      say(log.redelivered);
      await reload();
    });
  return (
    <>
      <section class="card">
        <div class="heading">
          <h2>{events[delivery.event]}</h2>
          <DeliveryStatus {...delivery} />
          {(delivery.status === 'pending' || delivery.status === 'retrying') && <Awaited reload={reload} />}
        </div>
        <p class="code hint">{delivery.webhookId}</p>
        <p class="hint">
          <Time at={delivery.createdAt} />
          {delivery.nextAttemptAt !== null && (
            <>
              {' '}
              · {log.next} <Time at={delivery.nextAttemptAt} />
            </>
          )}
        </p>
        {!delivery.test && (
          <Button
            class="quiet start"
            icon="retry"
            label={log.redeliver}
            disabled={isBusy}
            onClick={redeliver}
          />
        )}
      </section>
      <section class="card">
        <h2>{log.history}</h2>
        {attempts.length === 0 ? (
          <p class="hint">{log.noAttempts}</p>
        ) : (
          <ol class="stack">
            {attempts.map(({ attempt, at, durationMs, responseStart, ...outcome }) => (
              <li key={attempt} class="stack attempt">
                <p>
                  {attempt}. {outcomeText(outcome)}
                </p>
                <p class="hint">
                  <Time at={at} /> · {durationMs} ms
                </p>
                {responseStart !== '' && <Code label={log.answer(attempt)} text={responseStart} />}
              </li>
            ))}
          </ol>
        )}
      </section>
      <section class="card">
        <h2>{log.body}</h2>
        {body === null ? (
          <p class="hint">{log.bodyExpired}</p>
        ) : (
          <Code label={log.body} text={indented(body)} />
        )}
      </section>
    </>
  );
}

/** The status of a webhook. That of a test has no color: nothing is lost when it fails. */
export function DeliveryStatus({ status, test }: Pick<Detail['delivery'], 'status' | 'test'>) {
  const { statuses } = useText(adminWebhooks);
  const { test: badge } = useText(common);
  return (
    <span>
      {test && <span class="badge">{badge}</span>}{' '}
      <span class={test ? 'status' : `status ${status}`}>{statuses[status]}</span>
    </span>
  );
}

/** JSON on several lines. The signed text is on one. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
