import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folded, isFoundBy, queryWords, storedWords } from '../../../shared/domain/member/search-words.ts';

const anna = { id: 'mem_1', name: 'Anna-María  Muster', email: 'anna.muster@example.com' };
const finds = (member: typeof anna, query: string) => isFoundBy(member, queryWords(query));

describe('the words by which a member is found', () => {
  test('a name and an address are found from each beginning of a word on', () => {
    expect(storedWords(anna)).toEqual([
      ...['anna-maria', 'maria', 'muster'],
      ...['anna.muster@example.com', 'muster@example.com', 'example.com', 'com'],
    ]);
    // Of a long name the first eight are stored.
    expect(storedWords({ ...anna, name: 'a b c d e f g h i' })).toHaveLength(8 + 4);
  });

  test('a member is found by beginnings of words in any order, without regard to case and diacritics', () => {
    for (const query of [
      'anna',
      'MUST',
      'mus ann',
      'maria',
      'María',
      'ann@',
      'anna.m',
      'muster@ex',
      '@example',
    ]) {
      expect([query, finds(anna, query)]).toEqual([query, query !== 'ann@']);
    }
    expect(finds(anna, 'nna')).toBe(false);
    expect(finds(anna, 'anna berta')).toBe(false);
    expect(finds({ ...anna, name: 'Jürgen Großmann-Sørensen' }, 'jurgen GROSSMANN sore')).toBe(true);
    expect(finds({ ...anna, name: '山田 太郎' }, '太')).toBe(true);
  });

  test('a member with an international domain is found by the domain as it is written and as it is stored', () => {
    const member = { ...anna, email: 'anna@xn--mller-kva.example' };
    for (const query of [
      'müller',
      'anna@mull',
      'anna@müller。example',
      'anna@ｍüller',
      'xn--mller-kva',
      member.email,
    ])
      expect([query, finds(member, query)]).toEqual([query, true]);
  });

  test('a query of punctuation alone has no words', () => {
    expect(queryWords(' . @ -')).toEqual([]);
    expect(queryWords('"anna" (muster) anna')).toEqual(['anna"', 'muster)', 'anna']);
  });

  test('stored words are few and short, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (name) => {
        const words = storedWords({ ...anna, name });
        expect(words.length).toBeLessThanOrEqual(16);
        for (const word of words) expect([...word].length).toBeLessThanOrEqual(48);
        // A name is found by each of its stored words.
        for (const word of words) expect(isFoundBy({ ...anna, name }, [word])).toBe(true);
        expect(folded(folded(name))).toBe(folded(name));
      }),
    );
    // Half of a character cannot be stored.
    const [word] = storedWords({ ...anna, name: `${'a'.repeat(47)}😀` });
    expect(word?.isWellFormed()).toBe(true);
  });
});
