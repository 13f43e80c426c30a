import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Credentials } from './credentials.ts';
import { IdCache } from './id-cache.ts';
import type { CodeLanguage } from './snippets.ts';

interface CodeLanguageChoice {
  language: CodeLanguage;
  choose(language: CodeLanguage): void;
}

export const CodeLanguageContext = createContext<CodeLanguageChoice>({ language: 'curl', choose: () => {} });

/** The language of all snippets of the page. */
export const useCodeLanguage = () => useContext(CodeLanguageContext);

/** State that all parts of the page share. */
const SharedContext = createContext({ credentials: new Credentials(), idCache: new IdCache() });

/** The credential of calls by a security scheme, and a function that changes it in all parts of the page. */
export function useCredential(scheme: string) {
  const { credentials } = useContext(SharedContext);
  useChanges((listener) => credentials.onChange(listener));
  return [credentials.get(scheme), (value: string) => credentials.set(scheme, value)] as const;
}

/** The identifiers of the responses so far. */
export function useIdCache(): IdCache {
  const { idCache } = useContext(SharedContext);
  useChanges((listener) => idCache.onLearned(listener));
  return idCache;
}

export function useCredentials(): Credentials {
  return useContext(SharedContext).credentials;
}

/** Renders the component again at each change. */
function useChanges(subscribe: (listener: () => void) => () => void): void {
  const [, setChanges] = useState(0);
  useEffect(() => subscribe(() => setChanges((count) => count + 1)), []);
}
