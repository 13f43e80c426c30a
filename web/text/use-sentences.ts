import { ApiError } from '../service/api.ts';
import { errors, sentenceOf } from './errors.ts';
import { useText } from './language.tsx';
import { settingNames } from './setting-names.ts';

/** A function that gives the sentence to show for an error. */
export function useSentences(): (error: unknown) => string {
  const text = useText(errors);
  const names = useText(settingNames);
  return (error) => {
    if (error instanceof ApiError) return sentenceOf(error, text, names);
    console.error(error);
    return text.page;
  };
}
