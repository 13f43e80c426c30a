import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { say } from './toast.tsx';

type Copy = (
  text: string | Promise<string>,
  done?: string | (() => Promise<string>),
  failed?: string,
) => Promise<void>;

/**
 * A function that copies a text, and says whether the browser has allowed it: `done` or `failed`. Call it before
 * anything is awaited: Safari allows copying only at once after a click, also of a text that comes later. It throws what
 * kept the text from coming.
 */
export function useCopy(): Copy {
  const { copied, notCopied } = useText(common);
  return async (text, done = copied, failed = notCopied) => {
    const blob = Promise.resolve(text).then((content) => new Blob([content], { type: 'text/plain' }));
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } catch {
      await blob;
      say(failed);
      return;
    }
    say(typeof done === 'string' ? done : await done());
  };
}

/** The attributes of an element that scrolls: it has to be reachable by keyboard, and to have a name there. */
export const scroller = (name: string) => ({ tabIndex: 0, role: 'group', 'aria-label': name }) as const;
