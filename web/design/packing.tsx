import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { Button } from './icon.tsx';

interface PackingProps {
  done: number;
  of: number;
  /** Says how far it is. */
  label: string;
  cancel(): void;
}

/** The progress of a download that packs photos one after the other, and a button that ends it. */
export function Packing({ done, of, label, cancel }: PackingProps) {
  const text = useText(common);
  return (
    <div class="packing">
      <progress max={of} value={done} aria-label={label} />
      <span>{label}</span>
      <Button class="link" label={text.cancel} onClick={cancel} />
    </div>
  );
}
