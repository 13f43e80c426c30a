import type { getConsent, giveConsent } from '../../shared/contract/member/consent.ts';
import { fill, h } from '../shared/dom.ts';
import type { Studio } from './view.ts';

/**
 * The text that the member agrees to before the first upload, with a checkbox.
 * @param agreed called once the service has recorded the agreement
 */
export function consentCard({ api, fail, clearError }: Studio, agreed: () => void): HTMLElement {
  const text = h('div', { class: 'consent' }, 'Loading …');
  const checkbox = h('input', { type: 'checkbox', disabled: true });
  const label = h(
    'label',
    { class: 'agree' },
    checkbox,
    h('span', {}, 'I agree that my photos are used like this.'),
  );
  let version = '';
  let language: 'en' | 'de' = 'en';

  async function load(): Promise<void> {
    try {
      const preferred = navigator.language.startsWith('de') ? 'de' : 'en';
      const { consent } = await api.call<typeof getConsent>(
        'GET',
        `/api/member/consent?language=${preferred}`,
      );
      ({ version, language } = consent);
      fill(text, ...consent.text.split('\n\n').map((paragraph) => h('p', {}, paragraph)));
      checkbox.disabled = false;
    } catch (error) {
      fail(error);
    }
  }

  checkbox.addEventListener('change', () => void agree());
  async function agree(): Promise<void> {
    if (!checkbox.checked) return;
    checkbox.disabled = true;
    clearError();
    try {
      await api.call<typeof giveConsent>('POST', '/api/member/consent', { version, language });
      agreed();
    } catch (error) {
      checkbox.checked = false;
      checkbox.disabled = false;
      fail(error);
    }
  }

  void load();
  return h('section', { class: 'card' }, h('h2', {}, 'Your consent'), text, label);
}
