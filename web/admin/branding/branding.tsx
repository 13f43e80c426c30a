import { useState } from 'preact/hooks';
import { BRAND_FONTS } from '../../../shared/contract/brand.ts';
import { FONT_STACKS } from '../../../shared/contract/brand-look.ts';
import { Icon } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import { adminBranding } from '../../text/admin-branding.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { Show } from '../parts.tsx';
import { changedFields } from '../settings/changes.ts';
import { type OrganizationSettings, useSettings } from '../settings/stored-settings.ts';
import { useSave } from '../settings/use-save.tsx';
import { AccentField } from './accent-field.tsx';
import { LogoField } from './logo-field.tsx';
import { draftOf, edited, type Look, STANDARD_LOOK, undone } from './look.ts';
import { PreviewFrame } from './preview-frame.tsx';

/** The look of the organization's pages, with a preview of what members see. */
export function Branding() {
  return <Show loaded={useSettings()}>{(settings) => <BrandingForm settings={settings} />}</Show>;
}

function BrandingForm({ settings }: { settings: OrganizationSettings }) {
  const { fail, clear } = useDesk();
  const text = useText(adminBranding);
  const [saved, setSaved] = useState<Look>(settings.branding);
  const [draft, setDraft] = useState(() => draftOf(settings.branding));
  const { isBusy, run } = useAction(fail);
  const { save: store, dialog } = useSave();
  const { look } = draft;
  const { name, website, description } = settings;
  const change = changedFields(saved, look);
  const isChanged = Object.keys(change).length > 0;
  const isStandard = Object.keys(changedFields(STANDARD_LOOK, look)).length === 0;
  const edit = (next: Partial<Look>, field?: 'accent') => {
    clear();
    setDraft((former) => edited(former, next, field));
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    clear();
    void run(async () => {
      const answer = await store({ branding: change }, { branding: saved });
      if (!answer) return;
      // Fields that were not touched here show what another user has saved meanwhile.
      setSaved(answer.branding);
      setDraft((former) => ({
        ...former,
        look: { ...answer.branding, ...changedFields(look, former.look) },
      }));
      say(text.saved);
    });
  };
  return (
    <div class="branding">
      <form class="stack" onSubmit={save}>
        <section class="card" aria-label={text.look}>
          <AccentField accent={look.accent} choose={(accent) => edit({ accent }, 'accent')} />
          <fieldset class="fonts">
            <legend>{text.font}</legend>
            {[null, ...BRAND_FONTS].map((font) => (
              <label key={font} class="check">
                <input
                  type="radio"
                  name="font"
                  checked={look.font === font}
                  onChange={() => edit({ font })}
                />
                <span style={{ fontFamily: font === null ? 'inherit' : FONT_STACKS[font] }}>
                  {text.fonts[font ?? 'standard']}
                </span>
              </label>
            ))}
          </fieldset>
          <LogoField logo={look.logo} organizationName={settings.name} choose={(logo) => edit({ logo })} />
        </section>
        <div class="with-action">
          <button type="submit" class="primary" disabled={isBusy || !isChanged}>
            {text.save}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={draft.past.length === 0}
            onClick={() => setDraft(undone)}
          >
            <Icon name="restore" />
            {text.undo}
          </button>
          <button type="button" class="link" disabled={isStandard} onClick={() => edit(STANDARD_LOOK)}>
            {text.reset}
          </button>
        </div>
        <p class="hint" role="status">
          {isChanged && text.unsaved}
        </p>
      </form>
      <PreviewFrame organization={{ name, website, description }} branding={look} />
      {dialog}
    </div>
  );
}
