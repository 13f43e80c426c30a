import { LANGUAGES, type Language, useLanguage } from '../text/language.tsx';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** Buttons for the other languages, each named in its own language. */
export function LanguageChoice() {
  const { language, choose } = useLanguage();
  return (
    <>
      {LANGUAGES.filter((each) => each !== language).map((each) => (
        <button key={each} type="button" class="link" lang={each} onClick={() => choose(each)}>
          {NAMES[each]}
        </button>
      ))}
    </>
  );
}
