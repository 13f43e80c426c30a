import { useState } from 'preact/hooks';
import type { getSettings, updateSettings } from '../../../shared/contract/admin/organization.ts';
import { LANGUAGES } from '../../../shared/contract/languages.ts';
import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import type { Answer } from '../../service/api.ts';
import { adminSettings } from '../../text/admin-settings.ts';
import { LANGUAGE_NAMES, useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';

const SETTINGS_PATH = '/api/admin/organization';

type OrganizationSettings = Answer<typeof getSettings>['settings'];

/** The settings of the organization, saved together. */
export function Settings() {
  const { api } = useDesk();
  const loaded = useLoaded(
    async () => (await api.call<typeof getSettings>('GET', SETTINGS_PATH)).settings,
    [api],
  );
  return <Show loaded={loaded}>{(settings) => <SettingsForm settings={settings} />}</Show>;
}

function SettingsForm({ settings }: { settings: OrganizationSettings }) {
  const { api, fail, clear, rename } = useDesk();
  const text = useText(adminSettings);
  const [isLimited, setIsLimited] = useState(settings.frameOrigins !== null);
  const { isBusy, run } = useAction(fail);
  const save = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    clear();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? '').trim();
    const body = {
      name: field('name'),
      website: field('website'),
      language: LANGUAGES.find((language) => language === field('language')),
      description: field('description'),
      uploadRetentionDays: Number(field('retention')),
      whiteLabelConsent: form.has('consent'),
      frameOrigins: isLimited
        ? field('origins')
            .split(/\s+/)
            .filter((origin) => origin !== '')
        : null,
    };
    void run(async () => {
      const answer = await api.call<typeof updateSettings>('PUT', SETTINGS_PATH, body);
      rename(answer.settings.name);
      say(text.saved);
    });
  };
  return (
    <form class="stack" onSubmit={save}>
      <section class="card" aria-labelledby="organization-title">
        <h2 id="organization-title">{text.organization}</h2>
        <label class="field" for="name">
          <span>{text.name}</span>
          <input id="name" name="name" required maxLength={120} defaultValue={settings.name} />
        </label>
        <label class="field" for="website">
          <span>
            {text.website} <i>{text.optional}</i>
          </span>
          <input id="website" name="website" type="url" maxLength={2048} defaultValue={settings.website} />
        </label>
        <label class="field" for="description">
          <span>
            {text.description} <i>{text.optional}</i>
          </span>
          <textarea
            id="description"
            name="description"
            rows={3}
            maxLength={2000}
            defaultValue={settings.description}
          />
        </label>
        <label class="field" for="language">
          <span>{text.language}</span>
          <select id="language" name="language" aria-describedby="language-hint">
            {LANGUAGES.map((language) => (
              <option
                key={language}
                value={language}
                lang={language}
                selected={language === settings.language}
              >
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
          <small id="language-hint">{text.languageHint}</small>
        </label>
      </section>
      <section class="card" aria-labelledby="privacy-title">
        <h2 id="privacy-title">{text.privacy}</h2>
        <label class="field" for="retention">
          <span>{text.retention}</span>
          <input
            id="retention"
            name="retention"
            type="number"
            required
            min={1}
            max={365}
            defaultValue={String(settings.uploadRetentionDays)}
            aria-describedby="retention-hint"
          />
          <small id="retention-hint">{text.retentionHint}</small>
        </label>
        <label class="check">
          <input
            type="checkbox"
            name="consent"
            defaultChecked={settings.whiteLabelConsent}
            aria-describedby="consent-hint"
          />
          {text.consent}
        </label>
        <small id="consent-hint">{text.consentHint}</small>
      </section>
      <fieldset class="card">
        <legend>{text.frames}</legend>
        <div class="choices">
          <label class="check">
            <input type="radio" name="frames" checked={!isLimited} onChange={() => setIsLimited(false)} />
            {text.anyPage}
          </label>
          <label class="check">
            <input type="radio" name="frames" checked={isLimited} onChange={() => setIsLimited(true)} />
            {text.somePages}
          </label>
        </div>
        {isLimited && (
          <label class="field" for="origins">
            <span>{text.origins}</span>
            <textarea
              id="origins"
              name="origins"
              rows={3}
              spellcheck={false}
              defaultValue={settings.frameOrigins?.join('\n') ?? ''}
              aria-describedby="origins-hint"
            />
            <small id="origins-hint">{text.originsHint}</small>
          </label>
        )}
      </fieldset>
      <button type="submit" class="primary start" disabled={isBusy}>
        {text.save}
      </button>
    </form>
  );
}
