import { useEffect, useRef } from 'preact/hooks';
import { useQuestion } from '../../design/question.tsx';
import { adminSettings } from '../../text/admin-settings.ts';
import { useText } from '../../text/language.tsx';
import { guardRoute } from '../route.ts';

/**
 * Asks before changes that were not saved are lost: when another section is opened, and when the tab is closed.
 * @returns the open dialog, to be rendered
 */
export function useUnsaved(isChanged: () => boolean) {
  const { leave } = useText(adminSettings);
  const { ask, dialog } = useQuestion();
  const now = useRef({ isChanged, leave });
  now.current = { isChanged, leave };
  useEffect(() => {
    let leaves = false;
    const stay = (event: Event) => {
      if (now.current.isChanged()) event.preventDefault();
    };
    const unguard = guardRoute(({ oldURL, newURL }) => {
      if (leaves || !now.current.isChanged()) return false;
      history.replaceState(null, '', oldURL);
      void ask(now.current.leave).then((answer) => {
        leaves = answer;
        if (leaves) location.replace(newURL);
      });
      return true;
    });
    addEventListener('beforeunload', stay);
    return () => {
      unguard();
      removeEventListener('beforeunload', stay);
    };
  }, []);
  return dialog;
}
