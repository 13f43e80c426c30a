/** The values of a choice with their labels. An undefined value is that nothing is chosen. */
export type Options<Value> = readonly (readonly [value: Value, label: string])[];

interface ChoiceProps<Value> {
  label: string;
  isLabelHidden?: boolean;
  options: Options<Value>;
  value: Value;
  required?: boolean;
  disabled?: boolean;
  choose(value: NoInfer<Value>): void;
}

/** One of several values, chosen from a list. */
export function Choice<Value extends string | undefined>({
  label,
  isLabelHidden,
  options,
  value,
  choose,
  ...others
}: ChoiceProps<Value>) {
  return (
    <label class="field">
      <span class={isLabelHidden ? 'unseen' : undefined}>{label}</span>
      <select
        {...others}
        value={value ?? ''}
        onChange={({ currentTarget }) => {
          const [chosen] = options.slice(currentTarget.selectedIndex);
          if (chosen) choose(chosen[0]);
        }}
      >
        <OptionList options={options} />
      </select>
    </label>
  );
}

export function OptionList({ options }: { options: Options<string | number | undefined> }) {
  return options.map(([value, label]) => (
    <option key={value} value={value ?? ''}>
      {label}
    </option>
  ));
}

/** Options of values that a text has names for. */
export function named<Name extends string>(names: Readonly<Record<Name, string>>): Options<Name> {
  return (Object.keys(names) as Name[]).map((name) => [name, names[name]]);
}

/** Options of teams. */
export function teamOptions(teams: readonly { id: string; name: string }[] = []): Options<string> {
  return teams.map(({ id, name }) => [id, name]);
}
