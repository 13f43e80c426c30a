import { useEffect, useRef } from 'preact/hooks';
import { useQuestion } from '../../design/question.tsx';
import { adminSettings } from '../../text/admin-settings.ts';
import { useText } from '../../text/language.tsx';
import { guardRoute } from '../route.ts';

/**
 * Asks before changes that were not saved are lost: when another section is opened, when the user signs out, and when
 * the tab is closed.
 * @returns the open dialog, to be rendered
 */
export function useUnsaved(isChanged: () => boolean) {
  const { leave } = useText(adminSettings);
  const { ask, dialog } = useQuestion();
  const now = useRef({ isChanged, leave });
  now.current = { isChanged, leave };
  useEffect(() => {
    const stay = (event: Event) => {
      if (now.current.isChanged()) event.preventDefault();
    };
    const unguard = guardRoute(async () => !now.current.isChanged() || ask(now.current.leave));
    addEventListener('beforeunload', stay);
    return () => {
      unguard();
      removeEventListener('beforeunload', stay);
    };
  }, []);
  return dialog;
}
