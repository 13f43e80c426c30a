import type { ComponentChildren } from 'preact';
import { ADDRESS_MAX_LENGTH } from '../../../shared/contract/address.ts';
import { LANGUAGES } from '../../../shared/contract/languages.ts';
import { adminSettings } from '../../text/admin-settings.ts';
import { LANGUAGE_NAMES, useText } from '../../text/language.tsx';
import type { OrganizationSettings } from './stored-settings.ts';

/** The service takes any number of days from 1 to 14. */
const REMINDER_DAYS = Array.from({ length: 14 }, (_, index) => index + 1);

export function GeneralFields({ settings }: { settings: OrganizationSettings }) {
  const text = useText(adminSettings);
  return (
    <section class="card" aria-labelledby="organization-title">
      <h2 id="organization-title">{text.organization}</h2>
      <label class="field" for="name">
        <span>{text.name}</span>
        <input id="name" name="name" required maxLength={120} defaultValue={settings.name} />
      </label>
      <OptionalField id="website" label={text.website}>
        <input id="website" name="website" type="url" maxLength={2048} defaultValue={settings.website} />
      </OptionalField>
      <OptionalField id="description" label={text.description} hint={text.descriptionHint}>
        <textarea
          id="description"
          name="description"
          rows={3}
          maxLength={2000}
          defaultValue={settings.description}
          aria-describedby="description-hint"
        />
      </OptionalField>
      <label class="field" for="language">
        <span>{text.language}</span>
        <select id="language" name="language" aria-describedby="language-hint">
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language} selected={language === settings.language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
        <small id="language-hint">{text.languageHint}</small>
      </label>
      <OptionalField id="reply-to" label={text.replyTo} hint={text.replyToHint}>
        <input
          id="reply-to"
          name="replyTo"
          type="email"
          maxLength={ADDRESS_MAX_LENGTH}
          defaultValue={settings.replyTo ?? ''}
          aria-describedby="reply-to-hint"
        />
      </OptionalField>
      <OptionalField id="photos-by" label={text.photosBy} hint={text.photosByHint}>
        <input
          id="photos-by"
          name="photosBy"
          type="date"
          defaultValue={settings.photosBy ?? ''}
          aria-describedby="photos-by-hint"
        />
      </OptionalField>
      <label class="field" for="remind">
        <span>{text.remindEveryDays}</span>
        <select id="remind" name="remind" aria-describedby="remind-hint">
          {[null, ...REMINDER_DAYS].map((days) => (
            <option key={days} value={days ?? ''} selected={days === settings.remindEveryDays}>
              {text.reminders(days)}
            </option>
          ))}
        </select>
        <small id="remind-hint">{text.remindHint}</small>
      </label>
    </section>
  );
}

interface OptionalFieldProps {
  id: string;
  label: string;
  /** Its id is `<id>-hint`, by which the input is described. */
  hint?: string;
  children: ComponentChildren;
}

function OptionalField({ id, label, hint, children }: OptionalFieldProps) {
  const { optional } = useText(adminSettings);
  return (
    <label class="field" for={id}>
      <span>
        {label} <i>{optional}</i>
      </span>
      {children}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </label>
  );
}
