import type { createWhiteLabelModel } from '../../shared/contract/v2/whitelabel.ts';
import type { Api } from '../service/api.ts';
import { h, setAttribute } from '../shared/dom.ts';

/** A form that creates a white-label model with the request that a partner's server sends. */
export function newModelForm(
  api: Api,
  created: (signedUrl: string, email: string) => void,
  fail: (error: unknown) => void,
): Node {
  const email = h('input', {
    id: 'email',
    type: 'email',
    required: true,
    autocomplete: 'off',
    placeholder: 'alex@example.com',
  });
  const isDevelopment = h('input', { type: 'checkbox', checked: true });
  const button = h('button', { class: 'primary' }, 'Create model');
  const submit = async (event: Event) => {
    event.preventDefault();
    setAttribute(button, 'disabled', true);
    try {
      const { signedUrl } = await api.call<typeof createWhiteLabelModel>(
        'POST',
        '/api/v2/organization/whitelabel/model/create',
        { email: email.value, isDevelopment: isDevelopment.checked },
      );
      created(signedUrl, email.value);
      email.value = '';
    } catch (error) {
      fail(error);
    } finally {
      setAttribute(button, 'disabled', false);
    }
  };
  return h(
    'form',
    { class: 'row', submit: (event: Event) => void submit(event) },
    h('label', { class: 'field', for: 'email' }, h('span', {}, 'E-mail address'), email),
    button,
    h(
      'label',
      { class: 'check' },
      isDevelopment,
      'Development: test data in a few minutes, without using a credit',
    ),
  );
}
