import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { say } from './toast.tsx';

/** A function that copies a text, and says whether the browser has allowed it: `done` or `failed`. */
export function useCopy(): (text: string, done?: string, failed?: string) => Promise<void> {
  const { copied, notCopied } = useText(common);
  return async (text, done = copied, failed = notCopied) => {
    try {
      await navigator.clipboard.writeText(text);
      say(done);
    } catch {
      say(failed);
    }
  };
}

/** The attributes of an element that scrolls: it has to be reachable by keyboard, and to have a name there. */
export const scroller = (name: string) => ({ tabIndex: 0, role: 'group', 'aria-label': name }) as const;
