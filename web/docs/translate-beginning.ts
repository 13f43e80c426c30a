import { DEFAULT_LANGUAGE, type Language } from '../../shared/contract/languages.ts';
import { docs } from '../text/docs.ts';

/** Shows the first view of the built page, which is in English, in the reader's language until the document is here. */
export function translateBeginning(page: Element, language: Language): void {
  if (language === DEFAULT_LANGUAGE) return;
  const texts = textsOf(docs[language]);
  const translated = new Map(textsOf(docs[DEFAULT_LANGUAGE]).map((text, place) => [text, texts[place]]));
  for (const part of page.querySelectorAll<HTMLElement>('.skip, .navigation, #introduction')) {
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
