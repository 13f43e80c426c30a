import { useState } from 'preact/hooks';
import type { WebhookEvent } from '../../../shared/contract/webhooks.ts';
import { submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import type { Answer } from '../../service/api.ts';
import { adminWebhooks } from '../../text/admin-webhooks.ts';
import { useText } from '../../text/language.tsx';
import { Choice } from '../choice.tsx';
import { useAct, useDesk } from '../desk.ts';
import { Code } from '../parts.tsx';

const EVENTS = [
  'model.created',
  'model.status.updated',
  'model.photos_ready',
  'model.favorite_selected',
  'model.deleted',
] as const satisfies readonly WebhookEvent[];

type Outcome = Answer<'POST /api/admin/webhooks/test'>;

/** Posts a test webhook, and shows the answer of the receiver. */
export function TestWebhook() {
  const { api } = useDesk();
  const { test: text, events, statuses, outcomeText } = useText(adminWebhooks);
  const [event, setEvent] = useState<WebhookEvent>('model.photos_ready');
  const [outcome, setOutcome] = useState<Outcome>();
  const { isBusy, act } = useAct();
  const submit = submitted(() => {
    setOutcome(undefined);
    act(async () => setOutcome(await api.call('POST /api/admin/webhooks/test', { body: { event } })));
  });
  return (
    <form class="card" aria-labelledby="test-title" onSubmit={submit}>
      <h2 id="test-title">{text.title}</h2>
      <p class="hint">{text.lead}</p>
      <Choice
        label={text.event}
        options={EVENTS.map((name) => [name, events[name]])}
        value={event}
        choose={setEvent}
      />
      <Button type="submit" class="quiet start" label={text.action} disabled={isBusy} />
      <div class="stack" role="status">
        {outcome && (
          <p class="beside">
            <span class={`status ${outcome.delivered ? 'delivered' : 'failed'}`}>
              {outcome.responseStatus ?? outcome.error ?? statuses.delivered}
            </span>
            {outcomeText(outcome)} {text.took(outcome.durationMs)}
          </p>
        )}
      </div>
      {outcome && outcome.responseStart !== '' && <Code label={text.answer} text={outcome.responseStart} />}
    </form>
  );
}
