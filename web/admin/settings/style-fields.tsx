import { useState } from 'preact/hooks';
import { AllOrSome } from '../../design/form.tsx';
import { StyleTiles } from '../../design/style-tiles.tsx';
import { adminSettings } from '../../text/admin-settings.ts';
import { useText } from '../../text/language.tsx';
import { styles as styleTexts } from '../../text/styles.ts';
import type { Catalogue } from './settings-in.ts';
import type { OrganizationSettings } from './stored-settings.ts';

interface StyleFieldsProps {
  styles: OrganizationSettings['styles'];
  catalogue: Catalogue;
}

/** The backdrops and outfits of the organization's headshots. */
export function StyleFields({ styles, catalogue }: StyleFieldsProps) {
  const { names, styles: text } = useText(adminSettings);
  const { backdrops, outfits } = useText(styleTexts);
  return (
    <section class="card" aria-labelledby="styles-title">
      <h2 id="styles-title">{catalogue.madeBy === 'generated' ? names.styles : backdrops}</h2>
      <p class="hint">{text.lead}</p>
      <Choice
        label={backdrops}
        name="backdrops"
        field="backdrop"
        chosen={styles?.backdrops}
        all={catalogue.backdrops}
      />
      {catalogue.madeBy === 'generated' ? (
        <Choice
          label={outfits}
          name="outfits"
          field="outfit"
          chosen={styles?.outfits}
          all={catalogue.outfits}
        />
      ) : (
        <Kept name="outfits" field="outfit" chosen={styles?.outfits} />
      )}
    </section>
  );
}

/** A choice that has no effect with the provider: it is stored as it is. */
function Kept({ name, field, chosen }: Pick<ChoiceProps, 'name' | 'field' | 'chosen'>) {
  if (chosen === undefined) return null;
  return (
    <>
      <input type="hidden" name={name} value="some" />
      {chosen.map((style) => (
        <input key={style} type="hidden" name={field} value={style} />
      ))}
    </>
  );
}

interface ChoiceProps {
  label: string;
  /** The field that says whether the list is limited, and that of each style in it. */
  name: string;
  field: 'backdrop' | 'outfit';
  /** The names that are chosen; undefined for all. */
  chosen: readonly string[] | undefined;
  all: readonly { name: string; label: string }[];
}

function Choice({ label, name, field, chosen, all }: ChoiceProps) {
  const text = useText(adminSettings).styles;
  const [isLimited, setIsLimited] = useState(chosen !== undefined);
  const [names, setNames] = useState<ReadonlySet<string>>(
    () => new Set(chosen ?? all.map((style) => style.name)),
  );
  return (
    <fieldset class="styles">
      <legend>{label}</legend>
      <div class="choices">
        <AllOrSome name={name} labels={[text.all, text.some]} value={isLimited} choose={setIsLimited} />
      </div>
      {isLimited && <StyleTiles field={field} all={all} chosen={names} change={setNames} isRequired />}
    </fieldset>
  );
}
