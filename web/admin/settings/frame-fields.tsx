import { useState } from 'preact/hooks';
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
        <label class="check">
          <input
            type="radio"
            name="frames"
            value="any"
            checked={!isLimited}
            onChange={() => setIsLimited(false)}
          />
          {text.anyPage}
        </label>
        <label class="check">
          <input
            type="radio"
            name="frames"
            value="some"
            checked={isLimited}
            onChange={() => setIsLimited(true)}
          />
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
            defaultValue={origins?.join('\n') ?? ''}
            aria-describedby="origins-hint"
          />
          <small id="origins-hint">{text.originsHint}</small>
        </label>
      )}
      <p class="hint">{isLimited ? text.framesLimited : text.framesOpen}</p>
    </fieldset>
  );
}
