import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../shared/contract/languages.ts';
import { parameter } from '../service/parameter.ts';
import { localStore } from '../service/store.ts';

/** One text in every language. */
export type Texts<Text> = Readonly<Record<Language, Text>>;

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The query parameter by which a link or a partner chooses the language of a page. */
const PARAMETER = 'language';
const STORED = 'headshots.language';

interface LanguageState {
  language: Language;
  /** The language that the visitor has chosen on this page, or on an earlier one in this browser. */
  chosen: Language | undefined;
  choose(language: Language): void;
}

const LanguageContext = createContext<LanguageState>({
  chosen: undefined,
  language: DEFAULT_LANGUAGE,
  choose: () => undefined,
});

interface LanguageProviderProps {
  /** True on a page that the build has rendered: the first rendering in the browser has to be the same. */
  isBuilt?: boolean;
  children: ComponentChildren;
}

/** Chooses the language of the page: that of the link, else that chosen before, else the first that the browser prefers. */
export function LanguageProvider({ isBuilt = false, children }: LanguageProviderProps) {
  const [language, setLanguage] = useState(isBuilt ? DEFAULT_LANGUAGE : preferred);
  const [chosen, setChosen] = useState(() => known(localStore()?.getItem(STORED)));
  useLayoutEffect(() => {
    if (isBuilt) setLanguage(preferred());
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = (choice: Language) => {
    localStore()?.setItem(STORED, choice);
    setLanguage(choice);
    setChosen(choice);
  };
  return <LanguageContext.Provider value={{ language, chosen, choose }}>{children}</LanguageContext.Provider>;
}

/** The texts of an area in the language of the page. */
export function useText<Text>(texts: Texts<Text>): Text {
  return texts[useContext(LanguageContext).language];
}

/** The language of the page, and a function that changes it. */
export function useLanguage() {
  return useContext(LanguageContext);
}

const requested = parameter(PARAMETER);

export function preferred(): Language {
  const candidates = [requested, localStore()?.getItem(STORED), ...navigator.languages];
  for (const candidate of candidates) {
    const found = known(candidate);
    if (found) return found;
  }
  return DEFAULT_LANGUAGE;
}

/** The language that a tag such as `de-AT` stands for. */
function known(tag: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === tag?.slice(0, 2).toLowerCase());
}
