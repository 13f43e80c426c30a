import { useState } from 'preact/hooks';
import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  question: string;
  /** The consequence of the action, which cannot be undone. */
  consequence: string;
  /** The label of the button that confirms. */
  action: string;
}

/**
 * Asks for confirmation of an action that cannot be undone.
 * @returns the open dialog, to be rendered, and a function that asks and resolves to true when it is confirmed
 */
export function useQuestion() {
  const [open, setOpen] = useState<{ question: Question; answer(yes: boolean): void }>();
  const text = useText(common);
  const ask = (question: Question): Promise<boolean> =>
    new Promise((resolve) => {
      setOpen({
        question,
        answer: (yes) => {
          setOpen(undefined);
          resolve(yes);
        },
      });
    });
  const dialog = open && (
    <Dialog class="question" label={open.question.question} onClose={() => open.answer(false)}>
      <h2>{open.question.question}</h2>
      <p>{open.question.consequence}</p>
      <div class="actions">
        <button type="button" class="quiet" onClick={() => open.answer(false)}>
          {text.cancel}
        </button>
        <button type="button" class="danger" onClick={() => open.answer(true)}>
          {open.question.action}
        </button>
      </div>
    </Dialog>
  );
  return { ask, dialog };
}
