import { Check, Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { adminModels } from '../../text/admin-models.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk } from '../desk.ts';
import type { MemberPage } from './frame-panel.tsx';

/** A form that creates a white-label model with the request that a partner's server sends. */
export function NewModelForm({ created }: { created(page: MemberPage): void }) {
  const { api } = useDesk();
  const text = useText(adminModels).create;
  const { isBusy, act } = useAct();
  const submit = submitted((entered, form) => {
    const email = entered.text('email');
    const body = { email, isDevelopment: entered.has('isDevelopment') };
    act(async () => {
      const { signedUrl } = await api.call('POST /api/v2/organization/whitelabel/model/create', { body });
      created({ signedUrl, email });
      form.reset();
    });
  });
  return (
    <form class="row" onSubmit={submit}>
      <Field
        id="new-email"
        label={text.email}
        name="email"
        type="email"
        required
        autocomplete="off"
        placeholder="alex@example.com"
      />
      <Button type="submit" class="primary" label={text.action} disabled={isBusy} />
      <Check name="isDevelopment" label={text.isDevelopment} defaultChecked />
    </form>
  );
}
