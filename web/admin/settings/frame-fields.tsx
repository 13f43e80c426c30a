import { useState } from 'preact/hooks';
import { AllOrSome, Field } from '../../design/form.tsx';
import { adminSettings } from '../../text/admin-settings.ts';
import { useText } from '../../text/language.tsx';

/** Whose pages may show those of members in a frame: any, or those of some origins. */
export function FrameFields({ origins }: { origins: readonly string[] | null }) {
  const text = useText(adminSettings);
  const [isLimited, setIsLimited] = useState(origins !== null);
  return (
    <fieldset class="card">
      <legend>{text.frames}</legend>
      <div class="choices">
        <AllOrSome
          name="frames"
          labels={[text.anyPage, text.somePages]}
          value={isLimited}
          choose={setIsLimited}
        />
      </div>
      {isLimited && (
        <Field id="origins" label={text.origins} hint={text.originsHint}>
          <textarea
            id="origins"
            name="origins"
            rows={3}
            spellcheck={false}
            defaultValue={origins?.join('\n') ?? ''}
            aria-describedby="origins-hint"
          />
        </Field>
      )}
      <p class="hint">{isLimited ? text.framesLimited : text.framesOpen}</p>
    </fieldset>
  );
}
