import { LANGUAGES } from '../../shared/contract/languages.ts';
import { LANGUAGE_NAMES, useLanguage } from '../text/language.tsx';

/** Buttons for the other languages, each named in its own language. */
export function LanguageChoice() {
  const { language, choose } = useLanguage();
  return (
    <>
      {LANGUAGES.filter((each) => each !== language).map((each) => (
        <button key={each} type="button" class="link" lang={each} onClick={() => choose(each)}>
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </>
  );
}
