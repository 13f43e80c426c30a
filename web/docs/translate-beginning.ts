import { DEFAULT_LANGUAGE, type Language } from '../../shared/contract/languages.ts';
import { docs } from '../text/docs.ts';

/**
 * Shows the first view of the built page, which is in English, in the reader's language until the document is here: each
 * part as soon as the browser has read it, before it is drawn.
 * @returns once the browser has read the whole page
 */
export async function translateBeginning(language: Language): Promise<void> {
  if (document.readyState !== 'loading') return translate(language);
  const observer = new MutationObserver(() => translate(language));
  observer.observe(document, { childList: true, subtree: true });
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  observer.disconnect();
}

function translate(language: Language): void {
  if (language === DEFAULT_LANGUAGE) return;
  const texts = textsOf(docs[language]);
  const translated = new Map(textsOf(docs[DEFAULT_LANGUAGE]).map((text, place) => [text, texts[place]]));
  for (const part of document.querySelectorAll<HTMLElement>('.skip, .navigation, #introduction')) {
    part.lang = language;
    const nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.nodeValue ?? '';
      node.nodeValue = text.replace(text.trim(), (built) => translated.get(built) ?? built);
    }
  }
}

/** All texts below an object of texts, in their order, without those that are functions. */
function textsOf(part: object): string[] {
  return Object.values(part).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? textsOf(value) : [],
  );
}
