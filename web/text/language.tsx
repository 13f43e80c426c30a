import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { localStore } from '../service/store.ts';

/** The languages that pages are written in, as in ISO 639-1. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in every language. */
export type Texts<Text> = Readonly<Record<Language, Text>>;

/** The query parameter by which a link or a partner chooses the language of a page. */
const PARAMETER = 'language';
const STORED = 'headshots.language';

const LanguageContext = createContext<{ language: Language; choose(language: Language): void }>({
  language: 'en',
  choose: () => undefined,
});

/** Chooses the language of the page: that of the link, else that chosen before, else the first that the browser prefers. */
export function LanguageProvider({ children }: { children: ComponentChildren }) {
  const [language, setLanguage] = useState(preferred);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = (chosen: Language) => {
    localStore()?.setItem(STORED, chosen);
    setLanguage(chosen);
  };
  return <LanguageContext.Provider value={{ language, choose }}>{children}</LanguageContext.Provider>;
}

/** The texts of an area in the language of the page. */
export function useText<Text>(texts: Texts<Text>): Text {
  return texts[useContext(LanguageContext).language];
}

/** The language of the page, and a function that changes it. */
export function useLanguage() {
  return useContext(LanguageContext);
}

const requested = new URLSearchParams(location.search).get(PARAMETER);

function preferred(): Language {
  const candidates = [requested, localStore()?.getItem(STORED), ...navigator.languages];
  for (const candidate of candidates) {
    const found = LANGUAGES.find((language) => language === candidate?.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}
