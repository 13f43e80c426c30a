import { useState } from 'preact/hooks';
import { canonicalAddress } from '../../../shared/contract/address.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { useAction } from '../../design/use-action.ts';
import { adminMembers } from '../../text/admin-members.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useSentences } from '../../text/use-sentences.ts';

interface EraseDialogProps {
  /** The name to show; the address where there is none. */
  name: string;
  email: string;
  /** Has the service erase the person. */
  erase(): Promise<void>;
  close(): void;
}

/** Tells what the erasure of a person deletes, and begins it once the address was typed. */
export function EraseDialog({ name, email, erase, close }: EraseDialogProps) {
  const text = useText(adminMembers).erase;
  const { cancel } = useText(common);
  const sentenceOf = useSentences();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const { isBusy, run } = useAction(setError);
  const isConfirmed = canonicalAddress(typed) === canonicalAddress(email);
  const submit = submitted(() => {
    if (isConfirmed) void run(erase);
  });
  return (
    <Dialog class="question erase" label={text.title(name)} onClose={close}>
      <form onSubmit={submit}>
        <h2>{text.title(name)}</h2>
        <p>{text.lead}</p>
        <ul>
          {text.parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        <p>{text.kept}</p>
        <Field
          id="erase-confirm"
          label={text.confirm(email)}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div role="alert">{error !== undefined && <p class="alert">{sentenceOf(error)}</p>}</div>
        <div class="actions">
          <Button label={cancel} onClick={close} />
          <Button type="submit" class="danger" label={text.final} disabled={!isConfirmed || isBusy} />
        </div>
      </form>
    </Dialog>
  );
}
