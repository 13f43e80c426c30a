import type { ComponentChildren, InputHTMLAttributes, PartialInputHTMLAttributes } from 'preact';

type FieldProps = InputHTMLAttributes & {
  id: string;
  label: string;
  /** Beside the label: that the field is optional, for example. */
  note?: string;
  /** Below the field, and read with it. Its id is `<id>-hint`. */
  hint?: string;
  /** What takes the place of the input. */
  children?: ComponentChildren;
};

/** A labelled field of a form. */
export function Field({ id, label, note, hint, children, ...input }: FieldProps) {
  return (
    <label class="field" for={id}>
      <span>
        {label} {note !== undefined && <i>{note}</i>}
      </span>
      {children ?? <input id={id} type="text" aria-describedby={hint && `${id}-hint`} {...input} />}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </label>
  );
}

interface CheckProps extends Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'role'> {
  type?: 'checkbox' | 'radio';
  label: ComponentChildren;
}

/** A checkbox, or a radio button, with its label. */
export function Check({ label, type = 'checkbox', ...input }: CheckProps) {
  return (
    <label class="check">
      <input type={type} {...input} />
      {label}
    </label>
  );
}

interface AllOrSomeProps {
  name: string;
  /** Of all, and of some. */
  labels: readonly [string, string];
  /** True for some. */
  value: boolean;
  choose(isSome: boolean): void;
}

/** Two radio buttons, whose values in a form are `all` and `some`. */
export function AllOrSome({ name, labels, value, choose }: AllOrSomeProps) {
  return (
    <>
      {[false, true].map((isSome) => (
        <Check
          key={isSome}
          type="radio"
          name={name}
          value={isSome ? 'some' : 'all'}
          label={labels[Number(isSome)]}
          checked={isSome === value}
          onChange={() => choose(isSome)}
        />
      ))}
    </>
  );
}

type FormSubmit = SubmitEvent & { currentTarget: HTMLFormElement };

/** Keeps the browser from sending a form by itself, and hands over what was entered. */
export function submitted(take: (entered: Entered, form: HTMLFormElement) => void) {
  return (event: FormSubmit) => {
    event.preventDefault();
    take(new Entered(event.currentTarget), event.currentTarget);
  };
}

/** The fields of a form as they were entered. */
export class Entered extends FormData {
  text(name: string): string {
    return String(this.get(name) ?? '').trim();
  }
}
