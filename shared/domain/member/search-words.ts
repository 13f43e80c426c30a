import { domainToUnicode } from 'node:url';
import { both, type Condition, equals, unchanged } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { put, remove, type Transaction } from '../../table/transaction.ts';
import type { Member } from './member.ts';

/**
 * The words by which a member is found. A text is cut at spaces, and each part is a word from each of its inner
 * beginnings on: `anna.muster@example.com` is found by `anna`, `muster@ex` and `example.com`.
 */

/** The part of a member that searches go through. */
export type SearchedMember = Pick<Member, 'id' | 'name' | 'email'>;

/** Characters of a word that are stored. A longer query finds by these, and is compared with the whole word. */
const STORED_LENGTH = 48;
/** Words of a name, and words of an address, that are stored. */
const STORED_WORDS = 8;

const MARKS = /\p{M}+/gu;
/** Characters that Unicode does not decompose, as people type them on another keyboard. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '。': '.',
};
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const PUNYCODE = /xn--[a-z0-9-]+/gi;
/** A letter or digit at the start, or after a character that is neither. */
const BEGINNING = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu;

/** A text in the form in which it is searched: lower case, without diacritics. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter);
}

/** The parts of a text between spaces, folded. A domain in Punycode is found as people write it, and as it is stored. */
function partsOf(text: string): string[] {
  return folded(text.replace(PUNYCODE, (label) => domainToUnicode(label) || label)).split(/\s+/u);
}

/** The words of a text, whole and without repetitions. */
function wordsIn(text: string): string[] {
  const parts = partsOf(text).flatMap((part) =>
    [...part.matchAll(BEGINNING)].map(({ index }) => part.slice(index)),
  );
  return [...new Set(parts)];
}

export function storedBeginning(word: string): string {
  return [...word].slice(0, STORED_LENGTH).join('');
}

/** The words of a query. Punctuation before the first letter of a word is left out. */
export function queryWords(query: string): string[] {
  const words = partsOf(query).flatMap((part) => {
    const first = part.search(BEGINNING);
    return first < 0 ? [] : [part.slice(first)];
  });
  return [...new Set(words)];
}

export function storedWords({ name = '', email }: SearchedMember): string[] {
  const words = [name, email].flatMap((text) => wordsIn(text).slice(0, STORED_WORDS));
  return [...new Set(words.map(storedBeginning))];
}

/** Whether each of these words of a query is the beginning of a word of the member. */
export function isFoundBy(member: SearchedMember, query: readonly string[]): boolean {
  const words = [member.name ?? '', member.email].flatMap(wordsIn);
  return query.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

/** A stored word, with all stored words of its member. */
export interface SearchWord {
  SK: string;
  memberId: string;
  word: string;
  words: string[];
}

/**
 * The writes that keep a member's words true, 32 at most; `before` is absent for a new member, `after` for a removed one.
 * Their transaction has to make sure, by {@link unchangedNameAndEmail}, that name and address are as in `before`.
 */
export function searchWordWrites(
  organizationId: string,
  before: SearchedMember | undefined,
  after: SearchedMember | undefined,
): Transaction {
  const memberId = (after ?? before)?.id;
  if (memberId === undefined) return [];
  const former = before ? storedWords(before) : [];
  const words = after ? storedWords(after) : [];
  if (former.join('\n') === words.join('\n')) return [];
  return [
    ...former
      .filter((word) => !words.includes(word))
      .map((word) => remove(keys.searchWord(organizationId, word, memberId))),
    ...words.map((word) =>
      put({ ...keys.searchWord(organizationId, word, memberId), memberId, word, words }),
    ),
  ];
}

/** The condition that the name and the address of a member are as they were read. */
export function unchangedNameAndEmail({ name, email }: SearchedMember): Condition {
  return both(equals('email', email), unchanged('name', name));
}
