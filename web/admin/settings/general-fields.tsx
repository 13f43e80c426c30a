import { ADDRESS_MAX_LENGTH } from '../../../shared/contract/address.ts';
import { LANGUAGES, type Language } from '../../../shared/contract/languages.ts';
import { Field } from '../../design/form.tsx';
import { today } from '../../service/save.ts';
import { adminSettings } from '../../text/admin-settings.ts';
import { LANGUAGE_NAMES, useLanguage, useText } from '../../text/language.tsx';
import type { OrganizationSettings } from './stored-settings.ts';

/** The service takes any number of days from 1 to 14. */
const REMINDER_DAYS = Array.from({ length: 14 }, (_, index) => index + 1);

export function GeneralFields({ settings }: { settings: OrganizationSettings }) {
  const text = useText(adminSettings);
  const { names } = text;
  const { language } = useLanguage();
  return (
    <section class="card" aria-labelledby="organization-title">
      <h2 id="organization-title">{text.organization}</h2>
      <Field id="name" label={names.name} name="name" required maxLength={120} defaultValue={settings.name} />
      <Field
        id="website"
        label={names.website}
        note={text.optional}
        name="website"
        type="url"
        maxLength={2048}
        defaultValue={settings.website}
      />
      <Field id="description" label={names.description} note={text.optional} hint={text.descriptionHint}>
        <textarea
          id="description"
          name="description"
          rows={3}
          maxLength={2000}
          defaultValue={settings.description}
          aria-describedby="description-hint"
        />
      </Field>
      <Field id="language" label={names.language} hint={text.languageHint}>
        <select id="language" name="language" aria-describedby="language-hint">
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language} selected={language === settings.language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
      </Field>
      <Field
        id="reply-to"
        label={names.replyTo}
        note={text.optional}
        hint={text.replyToHint}
        name="replyTo"
        type="email"
        maxLength={ADDRESS_MAX_LENGTH}
        defaultValue={settings.replyTo ?? ''}
      />
      <Field
        id="photos-by"
        label={names.photosBy}
        note={text.optional}
        hint={text.photosByHint}
        name="photosBy"
        type="date"
        min={earliestDay(settings.photosBy)}
        defaultValue={settings.photosBy ?? ''}
      />
      <Field id="remind" label={names.remindEveryDays} hint={text.remindHint(remindTime(language))}>
        <select id="remind" name="remind" aria-describedby="remind-hint">
          {[null, ...REMINDER_DAYS].map((days) => (
            <option key={days} value={days ?? ''} selected={days === settings.remindEveryDays}>
              {text.reminders(days)}
            </option>
          ))}
        </select>
      </Field>
    </section>
  );
}

/** A day that is over can stay, and cannot be chosen. */
function earliestDay(stored: string | null): string {
  const now = today();
  return stored !== null && stored < now ? stored : now;
}

/** The time of reminders, which is 15:00 UTC, on the clock of this browser. */
function remindTime(language: Language): string {
  return new Date(new Date().setUTCHours(15, 0)).toLocaleTimeString(language, { timeStyle: 'short' });
}
