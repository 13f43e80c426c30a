import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import type { Answer } from '../../service/api.ts';
import { adminWebhooks } from '../../text/admin-webhooks.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
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
  const { api, fail, clear } = useDesk();
  const text = useText(adminWebhooks).settings;
  const { isBusy, run } = useAction(fail);
  const { url, enabled, circuit, parkedModels } = settings;
  const save = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    clear();
    const form = new FormData(event.currentTarget);
    const address = String(form.get('url') ?? '').trim();
    const body = { url: address === '' ? null : address, enabled: form.has('enabled') };
    void run(async () => {
      await api.call('PUT /api/admin/webhooks', { body });
      say(text.saved);
      await reload();
    });
  };
  const resend = () => {
    clear();
    const since = new Date(Date.now() - PARKED_MILLISECONDS).toISOString();
    void run(async () => {
      say((await api.call('POST /api/admin/deliveries/redeliver', { body: { since } })).message);
      await reload();
    });
  };
  return (
    <section class="card" aria-labelledby="receiver-title">
      <div class="heading">
        <h2 id="receiver-title">{text.title}</h2>
      </div>
      {url !== null && (
        <p class="with-action">
          <span class={`status ${circuit.state}`}>{text.circuit[circuit.state]}</span>
        </p>
      )}
      {parkedModels > 0 && (
        <p class="alert with-action">
          {text.parked(parkedModels)}
          <button type="button" class="quiet" disabled={isBusy} onClick={resend}>
            {text.resend}
          </button>
        </p>
      )}
      <form class="stack" onSubmit={save}>
        <label class="field" for="webhook-url">
          <span>{text.url}</span>
          <input
            id="webhook-url"
            name="url"
            type="url"
            maxLength={2048}
            placeholder="https://example.com/webhooks"
            defaultValue={url ?? ''}
            aria-describedby="webhook-url-hint"
          />
          <small id="webhook-url-hint">{text.urlHint}</small>
        </label>
        <label class="check">
          <input type="checkbox" name="enabled" defaultChecked={enabled} />
          {text.enabled}
        </label>
        <button type="submit" class="primary start" disabled={isBusy}>
          {text.save}
        </button>
      </form>
    </section>
  );
}
