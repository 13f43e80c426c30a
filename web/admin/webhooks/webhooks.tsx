import { Check, Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { adminWebhooks } from '../../text/admin-webhooks.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { Awaited, Show } from '../parts.tsx';
import { Secret } from './secret.tsx';
import { TestWebhook } from './test-webhook.tsx';

/** The longest time for which a parked webhook waits. */
const PARKED_MILLISECONDS = 72 * 3_600_000;

type WebhookSettings = Answer<'GET /api/admin/webhooks'>['webhooks'];

/** The URL of webhooks, a test of the receiver, and the secret that signs. */
export function Webhooks() {
  const { api } = useDesk();
  const loaded = useLoaded(async () => (await api.call('GET /api/admin/webhooks')).webhooks, [api]);
  return (
    <Show loaded={loaded}>
      {(settings) => (
        <div class="stack">
          <Receiver settings={settings} reload={loaded.reload} />
          {settings.url !== null && <TestWebhook />}
          <Secret secrets={settings.secrets} reload={loaded.reload} />
        </div>
      )}
    </Show>
  );
}

function Receiver({ settings, reload }: { settings: WebhookSettings; reload(): Promise<void> }) {
  const { api } = useDesk();
  const text = useText(adminWebhooks).settings;
  const { isBusy, act } = useAct();
  const { url, enabled, circuit, parkedModels } = settings;
  const save = submitted((form) => {
    const body = { url: form.text('url') || null, enabled: form.has('enabled') };
    act(async () => {
      await api.call('PUT /api/admin/webhooks', { body });
      say(text.saved);
      await reload();
    });
  });
  const resend = () =>
    act(async () => {
      const since = new Date(Date.now() - PARKED_MILLISECONDS).toISOString();
      await api.call('POST /api/admin/deliveries/redeliver', { body: { since } });
      say(text.resent);
      await reload();
    });
  return (
    <section class="card" aria-labelledby="receiver-title">
      <h2 id="receiver-title">{text.title}</h2>
      {(circuit.state !== 'closed' || parkedModels > 0) && <Awaited reload={reload} />}
      {url !== null && (
        <p class="beside">
          <span class={`status ${circuit.state}`}>{text.circuit[circuit.state]}</span>
        </p>
      )}
      {parkedModels > 0 && (
        <p class="alert beside">
          {text.parked(parkedModels)}
          <Button label={text.resend} disabled={isBusy} onClick={resend} />
        </p>
      )}
      <form class="stack" onSubmit={save}>
        <Field
          id="webhook-url"
          label={text.url}
          name="url"
          type="url"
          maxLength={2048}
          placeholder="https://example.com/webhooks"
          defaultValue={url ?? ''}
          hint={text.urlHint}
        />
        <Check name="enabled" label={text.enabled} defaultChecked={enabled} />
        <Button type="submit" class="primary start" label={text.save} disabled={isBusy} />
      </form>
    </section>
  );
}
