import { useState } from 'preact/hooks';
import { Check, Field } from '../../design/form.tsx';
import { adminSettings } from '../../text/admin-settings.ts';
import { useText } from '../../text/language.tsx';
import type { OrganizationSettings } from './stored-settings.ts';

interface PrivacyFieldsProps {
  /** The content of the fields. */
  settings: OrganizationSettings;
  /** The stored settings. */
  saved: OrganizationSettings;
}

/** Fields for the retention of uploads and for consent. */
export function PrivacyFields({ settings, saved }: PrivacyFieldsProps) {
  const text = useText(adminSettings);
  const [consents, setConsents] = useState(settings.whiteLabelConsent);
  const [days, setDays] = useState(settings.uploadRetentionDays);
  return (
    <section class="card" aria-labelledby="privacy-title">
      <h2 id="privacy-title">{text.privacy}</h2>
      <Field
        id="retention"
        label={text.retention}
        hint={text.retentionHint}
        name="retention"
        type="number"
        required
        min={1}
        max={365}
        defaultValue={String(settings.uploadRetentionDays)}
        onInput={({ currentTarget }) => setDays(currentTarget.valueAsNumber)}
        aria-describedby="retention-hint retention-change"
      />
      <p id="retention-change" role="status">
        {days !== saved.uploadRetentionDays && <span class="notice">{text.retentionChange}</span>}
      </p>
      <div class="field">
        <Check
          name="consent"
          label={text.consent}
          defaultChecked={settings.whiteLabelConsent}
          onChange={({ currentTarget }) => setConsents(currentTarget.checked)}
          aria-describedby="consent-hint consent-change"
        />
        <small id="consent-hint">{text.consentHint}</small>
      </div>
      <p id="consent-change" role="status">
        {consents !== saved.whiteLabelConsent && (
          <span class="notice">{consents ? text.consentOn : text.consentOff}</span>
        )}
      </p>
      <details class="kept">
        <summary>{text.kept.title}</summary>
        <dl>
          {text.kept.rows.map(([what, howLong]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{howLong}</dd>
            </div>
          ))}
        </dl>
        <p class="hint">{text.kept.erase}</p>
      </details>
    </section>
  );
}
