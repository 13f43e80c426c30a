import { useText } from '../text/language.tsx';
import { styles as styleTexts } from '../text/styles.ts';

interface StyleTilesProps {
  /** The field of each tile, and what its pictures show. */
  field: 'backdrop' | 'outfit';
  all: readonly { name: string; label: string }[];
  chosen: ReadonlySet<string>;
  change(chosen: ReadonlySet<string>): void;
  /** Whether the browser asks for one at least before it sends the form. */
  isRequired?: boolean;
}

/** Checkboxes with a picture of each style. */
export function StyleTiles({ field, all, chosen, change, isRequired = false }: StyleTilesProps) {
  const { labels } = useText(styleTexts);
  return (
    <div class="style-tiles">
      {all.map(({ name, label }) => (
        <label key={name}>
          <Sitter name={name} field={field} />
          <span>
            <input
              type="checkbox"
              name={field}
              value={name}
              checked={chosen.has(name)}
              required={isRequired && chosen.size === 0}
              onChange={({ currentTarget }) => {
                const next = new Set(chosen);
                if (currentTarget.checked) next.add(name);
                else next.delete(name);
                change(next);
              }}
            />
            {labels[name] ?? label}
          </span>
        </label>
      ))}
    </div>
  );
}

interface Clothes {
  top: string;
  lapel?: string;
  tie?: string;
  collar?: 'shirt' | 'roll';
  /** The colour of the collar, and of what is worn below a lapel. */
  under?: string;
  /** A T-shirt is below the lapel, with a round neck. */
  isRound?: true;
}

const WHITE = '#f7f6f3';
const CLOTHES: Readonly<Record<string, Clothes>> = {
  'navy-suit': { top: '#26344f', lapel: '#33456a', under: WHITE, tie: '#7d3240' },
  'open-collar': { top: '#b4cbe4', collar: 'shirt', under: '#cfdfef' },
  'charcoal-blazer': { top: '#3a3d42', lapel: '#4d5157', under: WHITE },
  knitwear: { top: '#2f4a3e', collar: 'shirt', under: WHITE },
  'roll-neck': { top: '#202226', collar: 'roll', under: '#2c2f34' },
  'smart-casual': { top: '#8a8f96', lapel: '#9ca1a8', under: WHITE, isRound: true },
};
const PLAIN: Clothes = { top: '#8d96a1', lapel: '#9aa3ad', under: '#eef0f2' };

/** A mannequin, so that it is like nobody, before a backdrop or in clothes. Decorative: the text beside it names the style. */
function Sitter({ name, field }: { name: string; field: StyleTilesProps['field'] }) {
  const { top, lapel, tie, collar, under, isRound } = CLOTHES[name] ?? PLAIN;
  return (
    <svg class={field === 'backdrop' ? name : 'plain'} viewBox="0 0 120 120" aria-hidden="true">
      <path d="M6 122c1-33 22-46 54-46s53 13 54 46z" fill={top} />
      <path d="M49 54h22v22c-3 8-19 8-22 0z" fill="#aab1b9" />
      <path d="M60 66c14 0 21-13 21-29S73 10 60 10 39 21 39 37s7 29 21 29z" fill="#c6ccd2" />
      {lapel && (
        <>
          <path
            d={isRound ? 'M45 75q15 15 30 0l4 2-19 33-19-33z' : 'M45 75l15 21 15-21 4 2-19 33-19-33z'}
            fill={under}
          />
          {tie && <path d="M57 94h6l-2 6 4 22H55l4-22z" fill={tie} />}
          <path d="M41 76l-9 14 9 6-3 5 21 21h2l21-21-3-5 9-6-9-14-19 33z" fill={lapel} />
        </>
      )}
      {collar === 'shirt' && <path d="M47 73l13 15 13-15 7 6-12 18-8-9-8 9-12-18z" fill={under} />}
      {collar === 'roll' && <path d="M47 66q13 7 26 0l4 14q-17 9-34 0z" fill={under} />}
    </svg>
  );
}
