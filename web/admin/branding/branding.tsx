import { useState } from 'preact/hooks';
import { BRAND_FONTS } from '../../../shared/contract/brand.ts';
import { FONT_STACKS } from '../../../shared/contract/brand-look.ts';
import { Check, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { adminBranding } from '../../text/admin-branding.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk } from '../desk.ts';
import { Show } from '../parts.tsx';
import { changedFields } from '../settings/changes.ts';
import { type OrganizationSettings, useSettings } from '../settings/stored-settings.ts';
import { useSave } from '../settings/use-save.tsx';
import { useUnsaved } from '../settings/use-unsaved.tsx';
import { AccentField } from './accent-field.tsx';
import { LogoField } from './logo-field.tsx';
import { draftOf, edited, type Look, STANDARD_LOOK, undone } from './look.ts';
import { PreviewFrame } from './preview-frame.tsx';

/** The look of the organization's pages, with a preview of what members see. */
export function Branding() {
  return <Show loaded={useSettings()}>{(settings) => <BrandingForm settings={settings} />}</Show>;
}

function BrandingForm({ settings }: { settings: OrganizationSettings }) {
  const { clear } = useDesk();
  const text = useText(adminBranding);
  const [saved, setSaved] = useState<Look>(settings.branding);
  const [draft, setDraft] = useState(() => draftOf(settings.branding));
  const { isBusy, act } = useAct();
  const { save: store, dialog } = useSave();
  const { look } = draft;
  const { name, website, description } = settings;
  const change = changedFields(saved, look);
  const isChanged = Object.keys(change).length > 0;
  const unsaved = useUnsaved(() => isChanged);
  const isStandard = Object.keys(changedFields(STANDARD_LOOK, look)).length === 0;
  const edit = (next: Partial<Look>, field?: 'accent') => {
    clear();
    setDraft((former) => edited(former, next, field));
  };
  const save = submitted(() =>
    act(async () => {
      const answer = await store({ branding: change }, { branding: saved });
      if (!answer) return;
      // Fields that were not touched here show what another user has saved meanwhile.
      setSaved(answer.branding);
      setDraft((former) => ({
        ...former,
        look: { ...answer.branding, ...changedFields(look, former.look) },
      }));
      say(text.saved);
    }),
  );
  return (
    <div class="stack branding">
      <form class="stack" onSubmit={save}>
        <section class="card" aria-label={text.look}>
          <AccentField accent={look.accent} choose={(accent) => edit({ accent }, 'accent')} />
          <fieldset class="fonts">
            <legend>{text.font}</legend>
            {[null, ...BRAND_FONTS].map((font) => (
              <Check
                key={font}
                type="radio"
                name="font"
                checked={look.font === font}
                onChange={() => edit({ font })}
                label={
                  <span style={{ fontFamily: font === null ? 'inherit' : FONT_STACKS[font] }}>
                    {text.fonts[font ?? 'standard']}
                  </span>
                }
              />
            ))}
          </fieldset>
          <LogoField logo={look.logo} organizationName={settings.name} choose={(logo) => edit({ logo })} />
        </section>
        <div class="beside">
          <Button type="submit" class="primary" label={text.save} disabled={isBusy || !isChanged} />
          <Button
            icon="restore"
            label={text.undo}
            disabled={draft.past.length === 0}
            onClick={() => setDraft(undone)}
          />
          <Button class="link" label={text.reset} disabled={isStandard} onClick={() => edit(STANDARD_LOOK)} />
        </div>
        <p class="hint" role="status">
          {isChanged && text.unsaved}
        </p>
      </form>
      <PreviewFrame organization={{ name, website, description }} branding={look} />
      {dialog}
      {unsaved}
    </div>
  );
}
