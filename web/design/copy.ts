import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { say } from './toast.tsx';

/** A function that copies a text, and says whether the browser has allowed it: `done` if so. */
export function useCopy(): (text: string, done?: string) => Promise<void> {
  const { copied, notCopied } = useText(common);
  return async (text, done = copied) => {
    try {
      await navigator.clipboard.writeText(text);
      say(done);
    } catch {
      say(notCopied);
    }
  };
}

/** The attributes of an element that scrolls: it has to be reachable by keyboard, and to have a name there. */
export const scroller = (name: string) => ({ tabIndex: 0, role: 'group', 'aria-label': name }) as const;
