import { useAction } from '../../design/use-action.ts';
import { adminModels } from '../../text/admin-models.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import type { MemberPage } from './frame-panel.tsx';

/** A form that creates a white-label model with the request that a partner's server sends. */
export function NewModelForm({ created }: { created(page: MemberPage): void }) {
  const { api, fail } = useDesk();
  const text = useText(adminModels).create;
  const { isBusy, run } = useAction(fail);
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const email = String(fields.get('email') ?? '');
    void run(async () => {
      const { signedUrl } = await api.call('POST /api/v2/organization/whitelabel/model/create', {
        body: { email, isDevelopment: fields.has('isDevelopment') },
      });
      created({ signedUrl, email });
      form.reset();
    });
  };
  return (
    <form class="row" onSubmit={submit}>
      <label class="field" for="new-email">
        <span>{text.email}</span>
        <input
          id="new-email"
          name="email"
          type="email"
          required
          autocomplete="off"
          placeholder="alex@example.com"
        />
      </label>
      <button type="submit" class="primary" disabled={isBusy}>
        {text.action}
      </button>
      <label class="check">
        <input type="checkbox" name="isDevelopment" defaultChecked />
        {text.isDevelopment}
      </label>
    </form>
  );
}
