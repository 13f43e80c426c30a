import { useRef, useState } from 'preact/hooks';
import { submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { adminSettings } from '../../text/admin-settings.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
import { changedFields } from './changes.ts';
import { FrameFields } from './frame-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { PrivacyFields } from './privacy-fields.tsx';
import { type Catalogue, settingsIn } from './settings-in.ts';
import { type OrganizationSettings, useSettings } from './stored-settings.ts';
import { StyleFields } from './style-fields.tsx';
import { useSave } from './use-save.tsx';
import { useUnsaved } from './use-unsaved.tsx';

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
  const { rename, clear } = useDesk();
  const text = useText(adminSettings);
  const [saved, setSaved] = useState(settings);
  // Fields are filled anew when another user has changed some meanwhile.
  const [filled, setFilled] = useState(settings);
  const { isBusy, act } = useAct();
  const { save: store, dialog } = useSave();
  const fields = useRef<HTMLFormElement>(null);
  const unsaved = useUnsaved(() => {
    const entered = fields.current && settingsIn(new FormData(fields.current), catalogue);
    return entered !== null && Object.keys(changedFields(saved, entered)).length > 0;
  });
  const save = submitted((form) => {
    clear();
    const entered = settingsIn(form, catalogue);
    const change = changedFields(saved, entered);
    if (Object.keys(change).length === 0) return say(text.unchanged);
    act(async () => {
      const now = await store(change, saved);
      if (!now) return;
      rename(now.name);
      setSaved(now);
      const isOthers = Object.keys(changedFields(now, entered)).length > 0;
      if (isOthers) setFilled(now);
      say(isOthers ? text.savedWithOthers : text.saved);
    });
  });
  return (
    <>
      <form key={JSON.stringify(filled)} ref={fields} class="stack" onSubmit={save}>
        <GeneralFields settings={filled} />
        <PrivacyFields settings={filled} saved={saved} />
        <StyleFields styles={filled.styles} catalogue={catalogue} />
        <FrameFields origins={filled.frameOrigins} />
        <Button type="submit" class="primary start" label={text.save} disabled={isBusy} />
      </form>
      {dialog}
      {unsaved}
    </>
  );
}
