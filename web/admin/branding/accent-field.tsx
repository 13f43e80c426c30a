import { useState } from 'preact/hooks';
import { adminBranding } from '../../text/admin-branding.ts';
import { useText } from '../../text/language.tsx';
import { accentOf, textColors } from './look.ts';

/** The accent of the service, which the color field shows as long as none is chosen. */
const STANDARD_ACCENT = '#1f5f52';

/** The accent, chosen in a field of the browser or written, and what text gets where it would be too pale. */
export function AccentField({ accent, choose }: { accent: string | null; choose(accent: string): void }) {
  const text = useText(adminBranding);
  const [written, setWritten] = useState<string>();
  const isWrong = written !== undefined && written.trim() !== '' && accentOf(written) === undefined;
  const write = (value: string) => {
    setWritten(value);
    const color = accentOf(value);
    if (color !== undefined) choose(color);
  };
  const shown = written !== undefined && (isWrong || accentOf(written) === accent) ? written : (accent ?? '');
  return (
    <div class="field">
      <span>
        <label for="accent">{text.accent}</label>
      </span>
      <div class="accent">
        <input
          type="color"
          aria-label={text.pick}
          value={accent ?? STANDARD_ACCENT}
          onInput={({ currentTarget: { value } }) => {
            setWritten(undefined);
            choose(value);
          }}
        />
        <input
          id="accent"
          maxLength={9}
          pattern="\s*#?([0-9A-Fa-f]{3}){1,2}\s*"
          title={text.noColor}
          spellcheck={false}
          placeholder={text.standardAccent}
          value={shown}
          aria-invalid={isWrong}
          aria-describedby="accent-hint"
          onInput={({ currentTarget: { value } }) => write(value)}
        />
      </div>
      <small id="accent-hint">{isWrong ? text.noColor : text.accentHint}</small>
      <div role="status" class="contrast">
        {accent !== null &&
          textColors(accent).map(({ scheme, color }) => (
            <p key={scheme} class="notice">
              <span class="shades" aria-hidden="true">
                <i style={{ background: accent }} />
                <i style={{ background: color }} />
              </span>
              {text.contrast[scheme](color)}
            </p>
          ))}
      </div>
    </div>
  );
}
