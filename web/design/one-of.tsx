import { Button } from './icon.tsx';

interface OneOfProps<Name extends string> {
  label: string;
  /** The class of the buttons together. */
  class: string;
  /** The class of each button. */
  each?: string;
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  choose(name: NoInfer<Name>): void;
}

/** One of a few values, each of which is a button. */
export function OneOf<Name extends string>({
  label,
  each,
  names,
  chosen,
  choose,
  ...group
}: OneOfProps<Name>) {
  return (
    <fieldset {...group}>
      <legend class="unseen">{label}</legend>
      {(Object.keys(names) as Name[]).map((name) => (
        <Button
          key={name}
          class={each}
          label={names[name]}
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        />
      ))}
    </fieldset>
  );
}
