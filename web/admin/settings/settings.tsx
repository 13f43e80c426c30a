import { useState } from 'preact/hooks';
import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import { adminSettings } from '../../text/admin-settings.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
import { changedFields } from './changes.ts';
import { FrameFields } from './frame-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { PrivacyFields } from './privacy-fields.tsx';
import { type Catalogue, settingsIn } from './settings-in.ts';
import { type OrganizationSettings, useSettings } from './stored-settings.ts';
import { StyleFields } from './style-fields.tsx';
import { useSave } from './use-save.tsx';

/** The settings of the organization, of which those that were changed are saved together. */
export function Settings() {
  const { api } = useDesk();
  const settings = useSettings();
  const catalogue = useLoaded(() => api.call('GET /api/admin/styles'), [api]);
  return (
    <Show loaded={settings}>
      {(value) => (
        <Show loaded={catalogue}>{(styles) => <SettingsForm settings={value} catalogue={styles} />}</Show>
      )}
    </Show>
  );
}

function SettingsForm({ settings, catalogue }: { settings: OrganizationSettings; catalogue: Catalogue }) {
  const { fail, clear, rename } = useDesk();
  const text = useText(adminSettings);
  const [saved, setSaved] = useState(settings);
  // Fields are filled anew when another user has changed some meanwhile.
  const [filled, setFilled] = useState(settings);
  const { isBusy, run } = useAction(fail);
  const { save: store, dialog } = useSave();
  const save = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    clear();
    const entered = settingsIn(new FormData(event.currentTarget), catalogue);
    const change = changedFields(saved, entered);
    if (Object.keys(change).length === 0) return say(text.unchanged);
    void run(async () => {
      const now = await store(change, saved);
      if (!now) return;
      rename(now.name);
      setSaved(now);
      const isOthers = Object.keys(changedFields(now, entered)).length > 0;
      if (isOthers) setFilled(now);
      say(isOthers ? text.savedWithOthers : text.saved);
    });
  };
  return (
    <>
      <form key={JSON.stringify(filled)} class="stack" onSubmit={save}>
        <GeneralFields settings={filled} />
        <PrivacyFields settings={filled} saved={saved} />
        <StyleFields styles={filled.styles} catalogue={catalogue} />
        <FrameFields origins={filled.frameOrigins} />
        <button type="submit" class="primary start" disabled={isBusy}>
          {text.save}
        </button>
      </form>
      {dialog}
    </>
  );
}
